"""How far somebody has come in a lesson."""

from django.conf import settings
from django.db import models

from battles.models.battle import Battle


class LessonRun(models.Model):
    """One user's way through a lesson: the scene they are in, the battle in which they play it, and when it was done.

    The battle stays the same from scene to scene: its set-up and its players change, and it is played from another
    position, with dice of its own.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lesson_runs")
    lesson = models.CharField(max_length=40)
    scene = models.PositiveSmallIntegerField(default=0)
    battle = models.OneToOneField(Battle, models.SET_NULL, null=True, related_name="lesson_run")
    begun_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "lesson taken", "lessons taken"
        constraints = [models.UniqueConstraint(fields=["user", "lesson"], name="lesson_run_once")]

    def __str__(self) -> str:
        return f"{self.lesson}, scene {self.scene}, of {self.user_id}"
