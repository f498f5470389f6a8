"""Live updates of open pages: notices, one reader for each process, event streams."""

from accounts.live.notices import (
    OWN,
    Newest,
    latest_notice,
    latest_notices,
    newest_under,
    prune_notices,
    publish,
    topic_of,
)
from accounts.live.streams import open_stream, stream_response

__all__ = [
    "OWN",
    "Newest",
    "latest_notice",
    "latest_notices",
    "newest_under",
    "open_stream",
    "prune_notices",
    "publish",
    "stream_response",
    "topic_of",
]
