"""How Django writes values where no template of this site does: at the host's desk."""
