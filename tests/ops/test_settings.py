"""Settings: read once, checked, and refused in one line that says what to do."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.cli import parser, with_flags
from api.settings import SETTINGS, SettingsError, read_settings
from tests.serving import run_command

SECRET = "0123456789abcdef0123456789abcdef"


def test_an_empty_environment_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a setting: this machine alone, the usual ports, and a folder named data where one stands."""
    monkeypatch.chdir(tmp_path)
    settings = read_settings({})
    assert (settings.host, settings.port, settings.evaluator_url) == ("127.0.0.1", 8000, "http://127.0.0.1:8001")
    assert settings.data == tmp_path / "data"
    assert (settings.redis_url, settings.public_url, settings.rigged_decks) == (None, None, False)
    assert settings.cors_origins == ("*",)
    assert (settings.rate, settings.trusted_proxies) == (600, 0)


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    """Compose files pass on variables that nobody has set as empty ones."""
    empty = {setting.variable: "" for setting in SETTINGS} | {"REGRETS_DATA": str(tmp_path)}
    assert read_settings(empty) == read_settings({"REGRETS_DATA": str(tmp_path)})


@pytest.mark.parametrize(
    ("variable", "value", "line"),
    [
        ("REGRETS_PORT", "http", "REGRETS_PORT is 'http'; give a whole number from 0 to 65535."),
        (
            "REGRETS_CORS_ORIGINS",
            "https://a.example, b.example",
            "REGRETS_CORS_ORIGINS has 'b.example'; give origins such as https://example.org, or *.",
        ),
        ("REGRETS_PORT", "65536", "REGRETS_PORT is '65536'; give a whole number from 0 to 65535."),
        ("REGRETS_PORT", "-1", "REGRETS_PORT is '-1'; give a whole number from 0 to 65535."),
        ("REGRETS_PORT", "٣", "REGRETS_PORT is '٣'; give a whole number from 0 to 65535."),
        ("REGRETS_WORKERS", "0", "REGRETS_WORKERS is '0'; give a whole number from 1 to 64."),
        ("REGRETS_RATE", "fast", "REGRETS_RATE is 'fast'; give a whole number from 0 to 1000000."),
        ("REGRETS_TRUSTED_PROXIES", "17", "REGRETS_TRUSTED_PROXIES is '17'; give a whole number from 0 to 16."),
        (
            "REGRETS_WEBHOOK_HOSTS",
            "hooks.example.org, https://example.org",
            "REGRETS_WEBHOOK_HOSTS has 'https://example.org'; give hosts such as example.org or localhost:9000.",
        ),
        (
            "REGRETS_WEBHOOK_HOSTS",
            "*",
            "REGRETS_WEBHOOK_HOSTS has '*'; give hosts such as example.org or localhost:9000.",
        ),
        ("REGRETS_RIGGED_DECKS", "yes", "REGRETS_RIGGED_DECKS is 'yes'; give 1 (on) or 0 (off)."),
        (
            "EVALUATOR_URL",
            "redis://:hush@host",
            "EVALUATOR_URL is not a web address; give one that starts with http:// or https://.",
        ),
        (
            "PUBLIC_URL",
            "https://",
            "PUBLIC_URL is not a web address; give one that starts with http:// or https://.",
        ),
        ("REGRETS_SECRET", "guessed", "REGRETS_SECRET is too short; give at least 32 random characters."),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line(tmp_path: Path, variable: str, value: str, line: str) -> None:
    """The line names the variable and what would be right, and repeats nothing secret."""
    with pytest.raises(SettingsError) as refusal:
        read_settings({"REGRETS_DATA": str(tmp_path), variable: value})
    assert str(refusal.value) == line


def test_a_flag_says_the_same_as_its_variable_and_wins(tmp_path: Path) -> None:
    """`--port 9000` and REGRETS_PORT=9000 are the same setting."""
    parsed = parser().parse_args(["serve", "--port", "9000", "--lan", "--data", str(tmp_path)])
    settings = read_settings(with_flags(parsed, {"REGRETS_PORT": "9001", "REGRETS_SECRET": SECRET}))
    assert (settings.port, settings.host, settings.data) == (9000, "0.0.0.0", tmp_path)


@pytest.mark.parametrize(
    ("flags", "environment", "line"),
    [
        (("--port", "abc"), {"REGRETS_PORT": "xyz"}, "--port is 'abc'; give a whole number from 0 to 65535."),
        (("--workers", "2"), {"REGRETS_PORT": "xyz"}, "REGRETS_PORT is 'xyz'; give a whole number from 0 to 65535."),
        (
            ("--webhook-hosts", "*"),
            {},
            "--webhook-hosts has '*'; give hosts such as example.org or localhost:9000.",
        ),
    ],
    ids=["a flag", "a variable", "a list"],
)
def test_what_is_wrong_is_called_as_it_was_given(
    tmp_path: Path, flags: tuple[str, ...], environment: dict[str, str], line: str
) -> None:
    """A flag by its name, though there is a variable of the same meaning."""
    ended = run_command("serve", "--data", str(tmp_path), *flags, **environment)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"regrets: {line}\n")


def test_hosts_of_webhooks_are_listed(tmp_path: Path) -> None:
    """Names and addresses, with or without a port, in any case; none to begin with."""
    told = {"REGRETS_DATA": str(tmp_path)}
    assert read_settings(told).webhook_hosts == ()
    told["REGRETS_WEBHOOK_HOSTS"] = "Hooks.example.org, 127.0.0.1:9000,[::1]:9000,"
    assert read_settings(told).webhook_hosts == ("hooks.example.org", "127.0.0.1:9000", "[::1]:9000")


def test_addresses_lose_their_closing_slash(tmp_path: Path) -> None:
    """So that a path can be put behind them."""
    told = {"REGRETS_SECRET": SECRET, "PUBLIC_URL": "https://poker.example/", "EVALUATOR_URL": "http://scores:8001/"}
    settings = read_settings(told)
    assert (settings.public_url, settings.evaluator_url) == ("https://poker.example", "http://scores:8001")
    assert not settings.starts_evaluator


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    """Mode 0600, 256 bits, and the same after a restart."""
    environ = {"REGRETS_DATA": str(tmp_path / "data")}
    secret = read_settings(environ).secret
    assert len(secret) == 64
    assert read_settings(environ).secret == secret
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_servers_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    """Whoever comes second waits for the first one's secret, and half a secret is never read."""
    with ThreadPoolExecutor(8) as pool:
        for turn in range(20):
            environ = {"REGRETS_DATA": str(tmp_path / str(turn))}
            assert len({settings.secret for settings in pool.map(read_settings, [environ] * 8)}) == 1


def test_a_secret_that_was_cut_short_is_made_anew(tmp_path: Path) -> None:
    """A process that died while writing it leaves no weak secret behind."""
    (tmp_path / "secret").write_bytes(b"abc")
    assert len(read_settings({"REGRETS_DATA": str(tmp_path)}).secret) == 64


def test_nothing_printed_of_the_settings_is_secret(tmp_path: Path) -> None:
    """A repr ends up in logs."""
    told = {"REGRETS_DATA": str(tmp_path), "REGRETS_SECRET": SECRET, "REDIS_URL": "redis://:hush@host/0"}
    assert SECRET not in repr(read_settings(told))
    assert "hush" not in repr(read_settings(told))


def test_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    """Also those that have no flag, each with what it means and with its default."""
    with pytest.raises(SystemExit):
        parser().parse_args(["serve", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    for setting in SETTINGS:
        assert setting.variable in said and setting.meaning in said
    without = {setting.variable for setting in SETTINGS if setting.flag is None}
    assert without == {"REGRETS_WAIT_REPLICAS", "REGRETS_SECRET", "FORWARDED_ALLOW_IPS"}
    assert "REGRETS_SECRET signs the tokens; at least 32 characters [made once]" in said
