"""A submodule that is imported first, before its package."""
from asyncio.runners import run
import asyncio.tasks
from collections.abc import Mapping
import json.decoder


async def main():
    await asyncio.sleep(0)
    return asyncio.tasks.Task is asyncio.Task, issubclass(dict, Mapping), json.decoder.JSONDecoder is json.JSONDecoder


print(run(main()))
