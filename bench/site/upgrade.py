"""An upgrade under a running site: python -m bench.site.upgrade [COMMIT], on DATABASE_URL or else on SQLite.

The version before the last migrations (or COMMIT) is prepared and served from a folder of its own. Then this version
refuses to prepare the database under it, and to be served on it, and the old one's pages are as they were; once the old
site has stopped, this version backs the database up and prepares it, and serves what was there. The exit code is 1 if
anything is not so. An empty database is needed.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bench.site.at_rest import ROOT, plain_environment, running, wait_for_page
from bench.with_services import free_port

SIGN_IN: Final = """
from django.conf import settings
from django.test import Client
from accounts.models import User
client = Client()
user = User.objects.filter(username="anna").first() or User.objects.create_user("anna")
client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
name = settings.SESSION_COOKIE_NAME
print(f"{name}={client.cookies[name].value}")
"""
PAGES: Final = ("/wars/", "/settings/", "/wars/new/", "/ships/")


class Trial:
    """One upgrade; `failed` says what was not as it should be."""

    def __init__(self, commit: str, folder: Path) -> None:
        self.old, self.copy, self.failed = folder / "old", folder / "before", 0
        self.environ = {**plain_environment(), "VAR_DIR": str(folder / "var"), "PORT": str(free_port())}
        if url := os.environ.get("DATABASE_URL"):
            self.environ["DATABASE_URL"] = url
        self.old.mkdir()
        archive = subprocess.run(
            ["git", "-C", str(ROOT), "archive", commit], check=True, capture_output=True
        ).stdout
        subprocess.run(["tar", "-x", "-C", str(self.old)], input=archive, check=True)

    def run(self) -> None:
        """Each step in its order."""
        self.see("the old version prepares an empty database", self.manage(self.old, "prepare"), 0)
        with running(
            [sys.executable, "manage.py", "up"], self.environ, self.old, stdout=subprocess.DEVNULL
        ) as site:
            self.wait(site)
            cookie = self.manage(self.old, "shell", "-v0", "-c", SIGN_IN).stdout.strip()
            self.look("the old site before", cookie)
            here = {**self.environ, "PORT": str(free_port())}
            refused = self.manage(ROOT, "prepare", environ=here)
            self.see(
                "this version does not prepare it while the old one serves", refused, 1, "Nothing was changed"
            )
            self.look("the old site after that", cookie)
            refused = self.manage(ROOT, "up", environ=here)
            self.see("nor is it served on the old database", refused, 1, "migrations are not applied")
            site.send_signal(signal.SIGTERM)
            site.wait(120)
        backup = self.manage(ROOT, "backup", str(self.copy))
        self.see("once the old site has stopped, this version backs it up as it is", backup, 0, "complete")
        self.see("then the database is prepared", self.manage(ROOT, "prepare"), 0)
        checked = self.manage(ROOT, "backup", "--check", str(self.copy))
        self.see("the backup is still taken for a complete one", checked, 0, "is a complete backup")
        with running(
            [sys.executable, "manage.py", "up"], self.environ, ROOT, stdout=subprocess.DEVNULL
        ) as site:
            self.wait(site)
            self.look("this version, with the sign-in of before", cookie)
            found = self.manage(ROOT, "doctor").stdout
            self.say(
                "the doctor finds the database well",
                bool(re.search(r"^ok +database", found, re.MULTILINE)),
                found,
            )

    def wait(self, site: subprocess.Popen[bytes]) -> None:
        """Until the site answers."""
        wait_for_page(f"http://127.0.0.1:{self.environ['PORT']}/healthz", site, 240)

    def manage(
        self, place: Path, *words: str, environ: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """A command of the version in a folder."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command,
            cwd=place,
            env=environ or self.environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )

    def see(self, what: str, done: subprocess.CompletedProcess[str], code: int, words: str = "") -> None:
        """Whether a command ended as it should."""
        said = f"{done.stdout}{done.stderr}".strip()
        self.say(what, done.returncode == code and words in said and "Traceback" not in said, said)

    def look(self, when: str, cookie: str) -> None:
        """Whether the pages of somebody who is signed in are there."""
        codes = {page: self._code(page, cookie) for page in PAGES}
        self.say(f"pages of {when}", set(codes.values()) == {200}, str(codes))

    def _code(self, page: str, cookie: str) -> int:
        request = Request(f"http://127.0.0.1:{self.environ['PORT']}{page}", headers={"Cookie": cookie})
        try:
            with urlopen(request, timeout=60) as answer:
                code: int = answer.status if answer.url.endswith(page) else 302
                return code
        except HTTPError as error:
            return error.code

    def say(self, what: str, well: bool, said: str) -> None:
        """A line for each step, and what was said."""
        self.failed += not well
        print(f"{'ok   ' if well else 'WRONG'}  {what}\n         {said[-600:]}", flush=True)


def before_last_migrations() -> str:
    """The commit before the newest one that adds migrations."""
    of_migrations = ["--diff-filter=A", "--no-merges", "--format=%H", "--", "*/migrations/*.py"]
    words = ["git", "-C", str(ROOT), "log", "-1", *of_migrations]
    newest = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    return f"{newest}^"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="front-line-upgrade-") as place:
        trial = Trial(sys.argv[1] if len(sys.argv) > 1 else before_last_migrations(), Path(place))
        trial.run()
    sys.exit(1 if trial.failed else 0)
