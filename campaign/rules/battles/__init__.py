"""The Battle Phase: who meets where, who engages, what follows from a battle (31.6 to 31.8)."""
