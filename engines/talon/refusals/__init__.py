"""Why an order is not possible: the rule, the reason, and what to do instead."""
