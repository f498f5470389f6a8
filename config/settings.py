"""Settings of the site, read from the environment; without any, everything lives in `var/`."""

import os
from pathlib import Path

import django_stubs_ext
from csp.constants import NONE, SELF

from config.embedded import embedded_secret, mark
from config.environment import Environment
from config.rate_limits import LIMITS as RATE_LIMITS
from config.serving.served import address_of
from config.serving.supervise import OUTSIDE_AT_ONCE
from config.serving.template_layout import LOADERS as TEMPLATE_LOADERS

django_stubs_ext.monkeypatch()  # lets classes such as ModelForm be written with the type of their model
BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

VAR_DIR = env.folder("VAR_DIR", default=BASE_DIR / "var")
REDIS_URL = env.redis("REDIS_URL")
EMBEDDED_DATABASE = not env.has("DATABASE_URL")

# --- who may come in --------------------------------------------------------------------------------------
DEBUG = env.switch("DEBUG", default=False)
SECRET_KEY_IS_EMBEDDED = not env.has("SECRET_KEY")
SECRET_KEY = env.words("SECRET_KEY") or embedded_secret(VAR_DIR)
ALLOWED_HOSTS_GIVEN = "ALLOWED_HOSTS" in os.environ
NEAR_HOSTS = env.names("NEAR_HOSTS", default=[])  # set by `up` when a phone nearby may come in
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]", *NEAR_HOSTS])
PRODUCTION = env.switch("PRODUCTION", default=ALLOWED_HOSTS_GIVEN)
SITE_URL_GIVEN = env.has("SITE_URL")
SITE_URL = (env.address("SITE_URL") or address_of(VAR_DIR)).rstrip("/")
SITE_NAME = "Front Line"
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", default=[])
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 56  # one household has up to 256 networks of 64
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

BEHIND_HTTPS = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = BEHIND_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.whole("HSTS_SECONDS", default=3600 * 24 * 30) if BEHIND_HTTPS else 0
SESSION_ENGINE = "accounts.sign_in.sessions"
SESSION_COOKIE_NAME = f"sessionid_{mark(SECRET_KEY)}"
CSRF_COOKIE_NAME = f"csrftoken_{mark(SECRET_KEY)}"
MESSAGE_STORAGE = "config.serving.cookies.Messages"
SESSION_COOKIE_AGE = 3600 * 24 * 60  # from the last day somebody was here, see accounts/people/presence.py
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.serving.errors.out_of_date"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # the report of a great battle has some eight for each unit
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# --- parts ------------------------------------------------------------------------------------------------
# A feature is a folder and one line here; the first whose address fits answers, and those of a war's page fit many.
FEATURES = [
    "clubs.overview",
    "clubs.games",
    "clubs.matches",
    "clubs.seasons",
    "campaign.war",
    "campaign.lobby",
    "campaign.new_war",
    "campaign.paper",
    "campaign.files",
    "campaign.maps",
    "campaign.sample",
    "campaign.planning",
    "campaign.odds",
    "campaign.engaging",
    "campaign.corrections",
    "campaign.history",
    "campaign.past_results",
    "campaign.sandboxes",
    "campaign.chat",
    "campaign.deadlines",
    "campaign.seats",
    "campaign.renaming",
    "campaign.watching",
    "campaign.computer",
    "campaign.host",
    "campaign.overview",
    "battles.battle",
    "battles.talon.reference",
    "battles.overview",
    "battles.table",
    "battles.talon.dice",
    "battles.talon.fought",
    "battles.talon.play",
    "battles.chat",
    "battles.company",
    "battles.talon.watching",
    "battles.talon.sandboxes",
    "battles.talon.series",
    "battles.talon.space_empires",
    "battles.talon.choosing",
    "battles.talon.fleets",
    "battles.talon.teams",
    "battles.talon.skirmish",
    "battles.talon.own_scenarios",
    "battles.talon.lessons",
    "battles.warfleets.tables",
    "battles.warfleets",
]
INSTALLED_APPS = [
    "clubs.apps.ClubsConfig",
    "campaign.apps.CampaignConfig",
    "battles.apps.BattlesConfig",
    *FEATURES,
    "accounts.apps.AccountsConfig",
    "config.apps.SiteConfig",
    "config.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "template_partials",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.addresses.refuse_nul",
    "config.serving.static.StaticFiles",
    "config.serving.compression.CompressedPages",
    "csp.middleware.CSPMiddleware",
    "accounts.sign_in.attempts.CountOnlyWhatIsAnswered",
    "config.serving.cookies.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.people.presence.StaySignedIn",
    "accounts.people.presence.PersonalPages",
    "accounts.readers_zone.InTheReadersZone",
    "config.addresses.ExplainNotAllowed",
    "config.addresses.ExplainSignedOut",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [
            BASE_DIR / "templates",
            *(BASE_DIR / name.replace(".", "/") / "templates" for name in FEATURES),
        ],
        "OPTIONS": {
            "loaders": TEMPLATE_LOADERS,
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
            "builtins": ["accounts.templatetags.components"],
        },
    }
]

# --- data -------------------------------------------------------------------------------------------------
# Of a process's connections one is the streams' and one the hub's; each of the others answers a request.
# A process computes one page at a time. On SQLite it also does the database's work, so that more threads only get in
# each other's way; PostgreSQL is another process, for which threads wait.
DATABASES = {"default": env.database("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'site.sqlite3'}")}
ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
DATABASE_POOL = env.whole("DATABASE_POOL", default=4 if ON_SQLITE else 8)
REQUESTS_AT_ONCE = max(1, DATABASE_POOL - 2)
# A web server uses one core. On SQLite there is one writer at a time, so more than two would wait for each other.
CORES = os.cpu_count() or 1
WEB_PROCESSES = env.whole("WEB_PROCESSES", default=min(2, CORES) if ON_SQLITE else CORES)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if ON_SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
else:
    # Each thread of the worker for messages keeps one; who needs fewer opens fewer.
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": max(OUTSIDE_AT_ONCE, DATABASE_POOL), "timeout": 5}
    }

# The cache is a table, so that attempts are counted exactly, by all processes, and without Redis. Only sign-in, sign-up
# and the like count attempts; no ordinary page writes to it.
CACHES = {
    "default": {
        "BACKEND": "accounts.sign_in.attempts.AttemptsCache",
        "VERSION": 2,  # of the form of its rows
        "LOCATION": "accounts_cacherow",
        "OPTIONS": {"MAX_ENTRIES": 1_000_000},  # the worker deletes what has expired
    }
}

# --- the queue: a bell, never a memory --------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "safefs://localhost"
QUEUE_DIR = VAR_DIR / "queue"
# Who rings waits no longer. A worker that waits for bells has no `socket_timeout`, see config/celery.py.
REDIS_SECONDS = 2.0
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_connect_timeout": REDIS_SECONDS, "socket_timeout": REDIS_SECONDS}
    if REDIS_URL
    else {
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "control_folder": str(QUEUE_DIR / "control"),
        "polling_interval": 0.1,
    }
)
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 0
}  # nobody waits long to ring a bell: the sweep rings again
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False  # without a mail server the worker prints letters
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# What takes long has queues of its own: battles, and odds with PDFs. So have messages to servers that people have
# named. They never hold up a sweep, mail or a deadline, however many one person asks for. A worker of several queues
# takes from these in turn, and one without -Q from all.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "battles": {}, "odds": {}, "outside": {}}
CELERY_TASK_ROUTES = {
    "battles.tasks.resolve": {"queue": "battles"},
    "battles.tasks.play_on": {"queue": "battles"},
    "campaign.tasks.play_out": {"queue": "odds"},
    "accounts.tasks.typeset": {"queue": "odds"},
    "accounts.tasks.send_outside": {"queue": "outside"},
    "clubs.tasks.post_outside": {"queue": "outside"},
}
SWEEP_SECONDS = env.seconds("SWEEP_SECONDS", default=3.0)
CELERY_BEAT_SCHEDULE = {
    f"sweep-{app}": {
        "task": f"{app}.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    }
    for app in ("accounts", "battles", "campaign", "clubs")
} | {
    f"prune-{app}": {"task": f"{app}.tasks.prune", "schedule": 600.0, "options": {"expires": 60.0}}
    for app in ("accounts", "campaign")
}

# --- people -----------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# Sessions name allauth's own backend, which is never asked about a password: the first one has the last word.
AUTHENTICATION_BACKENDS = [
    "accounts.signing_in.SameTimeBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

HAS_MAIL = env.has("EMAIL_URL")
vars().update(env.mail("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.words("DEFAULT_FROM_EMAIL", default="front-line@localhost")
EMAIL_TIMEOUT = 10
SIGN_UP_OPEN = env.switch("SIGN_UP_OPEN", default=True)
GUEST_DAYS = env.whole("GUEST_DAYS", default=90)
ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.people.forms.SignUpForm",
    "login": "accounts.people.forms.SignInForm",
    "add_email": "accounts.people.forms.AddAddressForm",
    "reset_password": "accounts.people.forms.ResetForm",
}
# An address that already has an account gets the same answer as any other; only confirmed addresses get mail.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "root", "host", "system", "terran", "talon"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if HAS_MAIL else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Front Line] "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_ADAPTER = "accounts.sign_in.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # codes: for phones whose clock is half a minute off
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is optional here, and some sites send no mail
HOST_SECOND_FACTOR = env.switch("HOST_SECOND_FACTOR", default=PRODUCTION)
ACCOUNT_RATE_LIMITS = RATE_LIMITS

# One attempt by webhook or web push takes 5 seconds at most. A test may point a webhook at a server of its own; nobody
# else may.
DELIVERY_LEASE_SECONDS = env.seconds("DELIVERY_LEASE_SECONDS", default=60.0)
# A worker that is silent for so long has died; its battle is fought again.
RESOLUTION_LEASE_SECONDS = env.seconds("RESOLUTION_LEASE_SECONDS", default=5.0)
FORECAST_LEASE_SECONDS = env.seconds("FORECAST_LEASE_SECONDS", default=10.0)
TYPESET_LEASE_SECONDS = env.seconds("TYPESET_LEASE_SECONDS", default=90.0)
IMPORT_LEASE_SECONDS = env.seconds("IMPORT_LEASE_SECONDS", default=20.0)
WEBHOOK_TEST_HOSTS = env.names("WEBHOOK_TEST_HOSTS", default=[])

# --- files, time, words -----------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.serving.static.HashedFiles"
    },
}
LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"  # of instants that nobody reads; pages have their reader's, see accounts/readers_zone.py
FORMAT_MODULE_PATH = "config.formats"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.host.logs.JsonFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": env.level("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        **{
            name: {"level": env.level("LOG_LEVEL", default="INFO")}
            for name in ("accounts", "battles", "campaign", "clubs", "config")
        },
    },
}
