"""Addresses of lessons; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.lessons import views as learn

urlpatterns = [
    path("learn/", never_cache(learn.learn), name="learn"),
    path("learn/<slug:name>/", never_cache(learn.lesson), name="lesson"),
    path("learn/<slug:name>/begin/", never_cache(learn.lesson_begin), name="lesson_begin"),
    path("learn/<slug:name>/step/", never_cache(learn.lesson_step), name="lesson_step"),
]
