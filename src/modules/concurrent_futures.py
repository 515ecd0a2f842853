"""Both executors are there from the start; see concurrent.futures.thread."""

from concurrent.futures.thread import ProcessPoolExecutor, ThreadPoolExecutor
