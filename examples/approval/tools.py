# What agent.py may call: `fermata run agent.py --tools tools.py --approve approve -o state`. Ordinary Python, in CPython: it may use any
# package and anything that the machine has.
ORDERS = {
    "ord-17": {"total": 420.0, "tier": "pro", "promised": 3, "delivered": 4},
    "ord-42": {"total": 35.5, "tier": "free", "promised": 5, "delivered": 5},
}


def lookup(order_id):
    return ORDERS[order_id]


def approve(amount, reason):
    return {"approved": True, "by": "ada"}
