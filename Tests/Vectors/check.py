"""Checks the chain of a history with nothing but Python, and prints its last hash: check.py history.json"""
import hashlib, json, sys

previous = "0" * 64
for number, event in enumerate(json.load(open(sys.argv[1], encoding="utf-8")), 1):
    claimed = event.pop("hash")
    form = json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert claimed == hashlib.sha256(form.encode()).hexdigest(), f"event {number} was changed"
    assert (event["previousHash"], event["sequence"]) == (previous, number), f"event {number} is out of place"
    previous = claimed
print(previous)
