"""Interfaces of others, on Fermata: RunPython's, SafeExec's, and the pieces that loops of agents are made of.

Each has a module of its name beside this folder: fermata.pyrun, fermata.safe_exec, fermata.patterns. They use the public API, as a user
would.
"""
