"""A client of `fermata serve`, in Python and by the standard library alone.

    from fermata.client import Client

    server = Client("http://127.0.0.1:8321", token="fermata_…")
    run = server.submit_run({"source": "refund(17)"}, idempotency_key="order-17")
    for call in server.list_waiting()["approvals"]:
        server.decide_call(call["run"], call["call"], {"verdict": "approve", "shown": call["shown"]})
    print(server.get_run(run["run"], wait=30)["result"])

A method for each row of the API (docs/api.md); dicts as it takes and gives them, whose types are in fermata.client.types. It needs no
store and runs nothing: whoever has a store's file or database uses fermata.Store.
"""

from fermata._client import ApiError, Operations, types

__all__ = ["ApiError", "Client", "types"]


class Client(Operations):
    """A server, and who asks it. Used by one thread at a time, or by several."""
