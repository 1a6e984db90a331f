"""The laws, one module per thing they speak of. Each law is an object: its claim, what it applies to, the fault
classes of docs/testing/faults.md it catches, and the function that tries it."""
