"""gunicorn in production: the settings of ``acey-deucey serve``, on ACEY_HOST and ACEY_PORT or systemd's socket.

``gunicorn --config deploy/gunicorn.conf.py acey_deucey.wsgi:app``; every setting is one of the README's table.
"""

from acey_deucey.api.gunicorn_options import gunicorn_options
from acey_deucey.config import load_settings

_settings = load_settings()

bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
globals().update(gunicorn_options(_settings))
