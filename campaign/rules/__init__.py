"""The rules of the Empire War (section 31): state, orders, events, and what each side may see."""
