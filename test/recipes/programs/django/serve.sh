# The site with an account of its own that may do everything: boss@example.com.
set -e
export DJANGO_SETTINGS_MODULE=settings
"$PYTHON" -m django migrate --verbosity 0
DJANGO_SUPERUSER_PASSWORD=unused "$PYTHON" -m django createsuperuser --noinput --username boss --email boss@example.com --verbosity 0
exec "$PYTHON" -m django runserver --noreload "localhost:$PORT"
