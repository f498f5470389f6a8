"""What a host has: backups, checks, the doctor, logs, and the desk."""
