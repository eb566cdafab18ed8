# The site with an account of its own that may do everything: boss@example.com.
import os

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"

import django  # noqa: E402

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)
get_user_model().objects.create_superuser("boss", "boss@example.com")
call_command("runserver", f"localhost:{os.environ['PORT']}", use_reloader=False, skip_checks=True)
