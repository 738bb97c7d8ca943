"""Every setting; each knob is read from the environment with its type, and a missing secret stops the start."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pghistory
from csp.constants import NONE, SELF
from environs import Env, EnvError

T = TypeVar("T")
BASE_DIR = Path(__file__).resolve().parent.parent
VAR = BASE_DIR / "var"
env = Env()


@env.parser_for("peppers")
def _peppers(value: str) -> tuple[tuple[int, bytes, bytes], ...]:
    """Key id, look-up pepper and seal pepper of each generation, the newest last: `id:hex:hex,...`, 32 bytes each."""
    parts = [one.strip().split(":") for one in value.split(",")]
    peppers = tuple((int(key), bytes.fromhex(lookup), bytes.fromhex(seal)) for key, lookup, seal in parts)
    if any(len(pepper) != 32 for _, *pair in peppers for pepper in pair):
        raise EnvError("a pepper is 32 bytes in hexadecimal")
    return peppers


@env.parser_for("personal_keys")
def _personal_keys(value: str) -> tuple[tuple[int, bytes], ...]:
    """Key id and master key of each generation, the newest last: `id:hex,...`, 32 bytes each, no id twice."""
    parts = [one.strip().split(":") for one in value.split(",")]
    keys = tuple((int(key), bytes.fromhex(master)) for key, master in parts)
    if any(len(master) != 32 for _, master in keys) or len(dict(keys)) != len(keys):
        raise EnvError("a master key is 32 bytes in hexadecimal, under an id of its own")
    return keys


def _needed(reader: Callable[..., T], name: str, **options: Any) -> T:
    try:
        return reader(name, **options)
    except (EnvError, ValueError) as error:
        sys.exit(f"Settings: {name}: {error}")


SECRET_KEY = _needed(env.str, "SECRET_KEY")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])  # earlier ones; second factors may need them
PEPPERS = _needed(env.peppers, "ILLIKO_PEPPERS")
PERSONAL_KEYS = _needed(env.personal_keys, "PERSONAL_KEYS")
PRINTER_KEY = _needed(env.str, "PRINTER_KEY")  # age recipient
PRINT_FOLDER = env.path("PRINT_FOLDER", VAR / "print")
SEAL_PUBLIC_KEYS = _needed(env.list, "SEAL_PUBLIC_KEYS")  # C2SP verifier keys of one name, the newest last
SEAL_ORIGIN = SEAL_PUBLIC_KEYS[-1].partition("+")[0]
SEAL_KEY: str = (
    env.path("SEAL_KEY_FILE").read_text().strip() if env.str("SEAL_KEY_FILE", "") else env.str("SEAL_KEY", "")
)
ANCHOR_FOLDER = env.path("ANCHOR_FOLDER", VAR / "anchors")
TIMESTAMP_URL = env.str("TIMESTAMP_URL", "")  # an RFC 3161 authority
TIMESTAMP_ROOTS = env.path("TIMESTAMP_ROOTS", Path("/etc/ssl/certs/ca-certificates.crt"))  # those it must chain to, PEM
EMBEDDED_DATABASE = env.bool("ILLIKO_EMBEDDED", False)
PRINTER_IDENTITY = env.str("PRINTER_IDENTITY") if EMBEDDED_DATABASE else ""  # the demonstration prints by itself

# Who pays transfers; without all three none leaves. The demonstration's account is the one of banks' own samples.
_SAMPLE = ("Demonstration", "FR7630006000011234567890189", "AGRIFRPP") if EMBEDDED_DATABASE else ("", "", "")
TRANSFER_DEBTOR_NAME = env.str("TRANSFER_DEBTOR_NAME", _SAMPLE[0])
TRANSFER_DEBTOR_IBAN = env.str("TRANSFER_DEBTOR_IBAN", _SAMPLE[1])
TRANSFER_DEBTOR_BIC = env.str("TRANSFER_DEBTOR_BIC", _SAMPLE[2])

CLAIM_ANSWER_DAYS = env.int("CLAIM_ANSWER_DAYS", 30)  # within which a claim is to be answered
CLAIMS_AN_HOUR = env.int("CLAIMS_AN_HOUR", 10)  # that one address may make on the site, and as many additions to them

# Three attachments of 5 MB and the rest of the form; what is larger is refused.
FILE_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["illikolive.uploads.InMemory"]

# What the règlement does not tell of the publisher; what is not set is not shown, and `check --deploy` names it.
LEGAL = {
    name: env.str(f"LEGAL_{name.upper()}", "") for name in ("company", "office", "registration", "director", "host")
}
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")  # mailto: or https:, beside customer service's telephone

DEBUG = env.bool("DEBUG", False)
SITE_URL = _needed(env.str, "SITE_URL").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
ALLOWED_HOSTS = _needed(env.list, "ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "payouts.views.errors.expired"
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)  # proxies of ours in front, whose forwarding headers are believed

INSTALLED_APPS = [
    "office",
    "public",
    "payouts",
    "games",
    "tickets",
    "office.apps.OfficeAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "csp",
    "pgtrigger",
    "pghistory",
    "procrastinate.contrib.django",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "illikolive.static.StaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "payouts.views.errors.methods",
    "illikolive.charset.utf8_forms",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "payouts.signing.guard.StaffPages",
    "office.history.Signed",
]

ROOT_URLCONF = "illikolive.urls"
WSGI_APPLICATION = "illikolive.wsgi.application"
ASGI_APPLICATION = "illikolive.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["games.templatetags.plurals"],
        },
    }
]

# The application's log-in may only read and append where a model says so; migrations use the owner's.
DATABASES = {
    "default": _needed(env.dj_db_url, "DATABASE_URL"),
    "owner": _needed(env.dj_db_url, "DATABASE_OWNER_URL"),
}
DATABASES["default"]["OPTIONS"] = DATABASES["default"].get("OPTIONS", {}) | {
    # Without its database a page says so after three seconds; ten after it is back at most, pages are as before.
    "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", 20), "timeout": 3, "reconnect_timeout": 10},
    "server_side_binding": True,
    "prepare_threshold": 5,
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = _needed(env.str, "REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
}

# A daily task that no worker was there to begin is begun when one comes, up to a day late.
PROCRASTINATE_PERIODIC_DEFAULTS = {"max_delay": 24 * 3600}

# The history of what staff change: who and where stand in each event.
PGHISTORY_CONTEXT_FIELD = pghistory.ContextJSONField()

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 24 * 3600  # a play lasts thirty days, and its result is read after
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

# Sign-in of staff (payouts/signing/).
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "payouts.signing.adapters.Accounts"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True  # the session is its plays' and lasts as long; payouts/signing/ ends the sign-in
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
MFA_ADAPTER = "payouts.signing.adapters.Factors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # no account has an e-mail address
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # a clock some seconds off, a code typed slowly (RFC 6238, 5.2)

LANGUAGE_CODE = "fr"
FORMAT_MODULE_PATH = "illikolive.formats"
TIME_ZONE = "Europe/Paris"
USE_TZ = True

STATIC_URL = env.str("STATIC_URL", "/static/")
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [folder] if (folder := BASE_DIR / "static").is_dir() else []
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "illikolive.static.PackageFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "illikolive.static.StaticStorage"},
}

# One line an event to stderr, never a request's body.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"django": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
}
