"""The addresses of the site in django_site.py."""

from django.urls import include, path

urlpatterns = [path("", include("rownd_django.auth.urls"))]
