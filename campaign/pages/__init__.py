"""What the pages of the wars show, each as one frozen dataclass."""
