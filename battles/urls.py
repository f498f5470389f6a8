"""Addresses of the battles."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
