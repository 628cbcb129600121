"""A Django site whose users sign in with the identity service, through rownd-django with only its address changed.

    python django_site.py ADDRESS APP_KEY APP_SECRET TOKEN…

Prints a JSON list: for each token, what the site answers to its session call, and the user that it made.
"""

import json
import sys

import django
from django.conf import settings

address, key, secret, *tokens = sys.argv[1:]
settings.configure(
    SECRET_KEY="site", ALLOWED_HOSTS=["*"], ROOT_URLCONF="django_site_urls",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "rest_framework"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    AUTHENTICATION_BACKENDS=["rownd_django.auth.backend.RowndAuthenticationBackend"],
    ROWND={"API_URL": address, "APP_KEY": key, "APP_SECRET": secret},
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

call_command("migrate", verbosity=0)
found = []
for token in tokens:
    browser = Client()
    answer = browser.post("/session_authenticate", headers={"Authorization": f"Bearer {token}"})
    user = None
    if answer.status_code == 200:
        made = get_user_model().objects.get(pk=browser.session["_auth_user_id"])
        user = {"username": made.username, "email": made.email, "first_name": made.first_name}
    found.append({"status": answer.status_code, "user": user})
print(json.dumps(found))
