"""The programs of `programs.py` in a process whose threads are gevent's, as in the workers of the game API."""

from gevent import monkey

monkey.patch_all()

from tests.api.store import programs  # noqa: E402  (gevent must come before everything that it takes the place of)

if __name__ == "__main__":
    programs.main()
