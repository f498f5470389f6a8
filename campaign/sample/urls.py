"""Addresses of the sample that anybody can look at."""

from django.urls import path

from campaign.sample import views as sample

urlpatterns = [
    path("sample/", sample.sample, name="sample"),
    path("sample/war.json", sample.sample_export, name="sample-export"),
    path("sample/battle/", sample.battle, name="sample-battle"),
    path("sample/battle/frames.json", sample.frames, name="sample-frames"),
    path("sample/battle/record.<slug:form>", sample.record, name="sample-record"),
]
