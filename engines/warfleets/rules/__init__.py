"""The rules of a battle, one section a module: each decides before it changes anything."""
