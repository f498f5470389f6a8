"""The site's settings in a test: own folders, plain static files, quick passwords, mail kept in memory."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="front-line-test-", ignore_cleanup_errors=True)
os.environ["VAR_DIR"] = _folder.name
os.environ["SITE_URL"] = "http://testserver"
for name in ("ALLOWED_HOSTS", "DEBUG", "EMAIL_URL", "PRODUCTION", "SECRET_KEY"):
    os.environ.pop(name, None)
if os.environ.get("REDIS_URL", "").endswith(
    "/0"
):  # each of pytest's processes has a Redis database of its own
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"][:-1] + number

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, MIDDLEWARE, STORAGES, VAR_DIR  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    # What is asked for without an order comes backwards here, so that nobody counts on the order it has elsewhere.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA reverse_unordered_selects=ON;"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
MIDDLEWARE = [*MIDDLEWARE, "tests.asked_views.AskedViews"]
