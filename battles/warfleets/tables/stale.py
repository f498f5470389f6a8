"""What is raised when a battle has moved on since it was read."""


class StaleTable(Exception):
    """The battle has moved on since the page was loaded; nothing was written."""

    def __init__(self) -> None:
        super().__init__("The battle has moved on since you loaded the page. This is how it stands now.")
