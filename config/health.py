"""The address a host's monitoring asks."""

from django.db import connection
from django.http import HttpRequest, JsonResponse


def healthz(_request: HttpRequest) -> JsonResponse:
    """200 and {"status": "ok"} while the site can read its database; 503 otherwise."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:  # noqa: BLE001 - whatever it is, the answer is the same
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})
