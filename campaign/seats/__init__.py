"""Who acts for a side: deputies, and seats that change hands."""
