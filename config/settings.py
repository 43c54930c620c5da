"""All settings of Podium; each variable is documented in docs/operations.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("PODIUM_VAR", str(BASE_DIR / "var")))

# --- kind of installation -----------------------------------------------------------------
# "embedded": one process on one machine (./podium run). "production": docker-compose.yml.
MODE = env.choice("PODIUM_MODE", "embedded", ("embedded", "production"))
IS_PRODUCTION = MODE == "production"
DEBUG = env.flag("PODIUM_DEBUG", False)
SECRET_KEY = (
    env.text("SECRET_KEY", "")
    if IS_PRODUCTION
    else env.kept_secret("SECRET_KEY", VAR_DIR / "secret_key")
)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", [] if IS_PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", [])

if IS_PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured("PODIUM_DEBUG must be off in production.")
    if len(SECRET_KEY) < 40:
        raise ImproperlyConfigured("SECRET_KEY must be set in production, 40 characters or more.")
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts of this service, not *.")

# --- what the service allows --------------------------------------------------------------
SIGN_UP = env.choice("PODIUM_SIGN_UP", "open", ("open", "invitation", "closed"))
HOUSE_PACE_MS = env.number("PODIUM_HOUSE_PACE_MS", 1200, least=0, most=60_000)
# House bots play one event after the other, so that a newcomer sees something alive.
DEMO = env.flag("PODIUM_DEMO", not IS_PRODUCTION)
# Plays on for a seat that was left, where a table of The Game was made so.
HOUSE_DRIVER = "house"
GRACE_SECONDS = 1
OPEN_TABLE_HOURS = 24
HEARTBEAT_LATE_SECONDS = 10
NO_TIMEOUTS_MOST_SECONDS = 60

# --- applications -------------------------------------------------------------------------
INSTALLED_APPS = [
    "players",
    "games",
    "ratings",
    "tournaments",
    "bots",
    "api",
    "web",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "django_htmx",
]
MIDDLEWARE = [
    "config.arrival.ArrivalMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "web.middleware.ContentSecurityMiddleware",
    "config.static_files.StaticFilesMiddleware",
    "api.middleware.ApiFirstMiddleware",  # What follows is for pages.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.page",
            ],
        },
    },
]
AUTH_USER_MODEL = "players.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "web.joined.JoinedFinder",
]
if not IS_PRODUCTION:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # Files come from the apps; whitenoise looks.
WHITENOISE_USE_FINDERS = not IS_PRODUCTION
if IS_PRODUCTION:
    # Names with a hash may be kept for ever; what collectstatic leaves is compressed already.
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
FORMS_URLFIELD_ASSUME_HTTPS = True

# --- database -----------------------------------------------------------------------------
DATABASE_URL = env.url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'podium.sqlite3'}")
DATABASES: dict[str, dict[str, Any]] = {"default": environ.Env.db_url_config(DATABASE_URL)}
_database = DATABASES["default"]
IS_SQLITE = _database["ENGINE"].endswith("sqlite3")
if IS_SQLITE:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # The in-memory test database breaks as soon as threads race.
    _database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    # Under ASGI a pool hands connections back between requests; under WSGI it saves connects.
    _database["OPTIONS"] = {
        "pool": {
            "min_size": 1,
            "max_size": env.number("DATABASE_POOL", 16, least=1, most=500),
            "timeout": 10,
        },
        "options": "-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000",
    }

# --- Redis, Celery ------------------------------------------------------------------------
# Empty: everything lives in this one process; the broker is memory and so are the nudges.
REDIS_URL = env.url("REDIS_URL", "")
if IS_PRODUCTION and (IS_SQLITE or not REDIS_URL):
    raise ImproperlyConfigured(
        "Production has several processes: DATABASE_URL must name a PostgreSQL, REDIS_URL a Redis."
    )
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# --- API ----------------------------------------------------------------------------------
# Routes read tokens and JSON themselves (api/views.py); DRF lends its views and their description.
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    # How many of our own proxies stand before us: so many addresses of X-Forwarded-For are true.
    "NUM_PROXIES": env.number("NUM_PROXIES", 0, most=10),
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Podium",
    "DESCRIPTION": "Tables, tournaments and ratings for card-playing bots and people.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,
    "POSTPROCESSING_HOOKS": ["api.schema.add_components"],
    "APPEND_COMPONENTS": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    },
}

# --- security -----------------------------------------------------------------------------
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
if IS_PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_SSL_REDIRECT = env.flag("SSL_REDIRECT", True)
    # The probe speaks plain HTTP inside the network of the containers.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    # Preloading binds a whole domain for years; that is for its owner to promise, not for us.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]

# --- mail ---------------------------------------------------------------------------------
EMAIL_URL = env.text("EMAIL_URL", "consolemail://")
_mail = environ.Env.email_url_config(EMAIL_URL)
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST = _mail.get("EMAIL_HOST") or ""
EMAIL_PORT = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = bool(_mail.get("EMAIL_USE_TLS"))
EMAIL_USE_SSL = bool(_mail.get("EMAIL_USE_SSL"))
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", "podium@localhost")

# --- logging ------------------------------------------------------------------------------
# Bodies of table requests and states never reach a log: they would show cards.
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
