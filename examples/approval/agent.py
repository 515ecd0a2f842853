# What a model might write. It has two functions of its host: lookup(order) and approve(amount=..., reason=...).
# It cannot reach anything else; at each call it stops until the host answers.

def refund_for(order):
    late_days = max(0, order["delivered"] - order["promised"])
    share = 0.1 * late_days if order["tier"] == "free" else 0.2 * late_days
    return round(min(order["total"], order["total"] * share), 2)

refunds = []
for order_id in ["ord-17", "ord-42"]:
    order = lookup(order_id)
    amount = refund_for(order)
    print(f"{order_id}: {order['total']:.2f} paid, refund {amount:.2f}")
    if amount > 50:
        verdict = approve(amount=amount, reason=f"{order_id} came late")
        if not verdict["approved"]:
            print(f"{order_id}: refused by {verdict['by']}")
            continue
    refunds.append((order_id, amount))

{"refunds": dict(refunds), "total": round(sum(amount for _, amount in refunds), 2)}
