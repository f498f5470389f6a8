"""What changes a battle. Each function is one transaction, and safe to call twice."""
