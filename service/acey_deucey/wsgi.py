"""The app for any WSGI server: gunicorn acey_deucey.wsgi:app, with its settings in the environment."""

from acey_deucey.api.wiring import app_of
from acey_deucey.config import load_settings

app = app_of(load_settings())
