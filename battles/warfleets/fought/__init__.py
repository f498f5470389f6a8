"""How a battle of a war in miniatures was fought: the report, with the table at the end of each round."""
