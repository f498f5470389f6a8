from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_work_put_off")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="time_zone",
            field=models.CharField(blank=True, default="", max_length=40, verbose_name="time zone"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="user",
            name="browser_zone",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=40, verbose_name="time zone of the browser"
            ),
            preserve_default=False,
        ),
    ]
