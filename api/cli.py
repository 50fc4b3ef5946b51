"""The `regrets` command: serve the game, see to its tables, or score hands from the command line.

A flag of `serve` is the setting's environment variable said in another way, so both are checked in one place.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence

from api import __version__
from api.settings import SETTINGS, BadSetting, SettingsError

USAGE_ERROR = 2
START_ERROR = 1

EXAMPLES = """\
examples:
  regrets serve                         the page, the game API and the evaluator, for this machine
  regrets serve --lan                   the same for everybody on the local network
  regrets serve --data ~/poker          keep the tables in another folder
  regrets table host-token ID           the host token of a table, for a host who has lost it
  regrets score --ranking high KhKd9s9hQc
  regrets score --help                  all about scoring hands
  regrets bot --help                    programs for the empty seats of a table
"""

VARIABLES_ONLY = "".join(
    f"  {one.variable:<22} {one.meaning} [{one.default}]\n" for one in SETTINGS if one.flag is None
)
SERVE_EXAMPLES = f"""\
Each flag has an environment variable of the same meaning; the flag wins.

variables without a flag:
{VARIABLES_ONLY}
examples:
  regrets serve --port 9000
  regrets serve --lan
  regrets serve --redis-url redis://127.0.0.1:6379/0
  REGRETS_PORT=9000 regrets serve
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 1 it could not start, 2 it was told something wrong."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["score"]:
        # The evaluator's tables take a moment to load, and its command has flags of its own.
        from evaluator.command import main as score

        return score(given[1:])
    if given[:1] == ["table"]:
        from api.table_command import main as table

        return table(given[1:])
    if given[:1] == ["bot"]:
        from bots.command import main as bot

        return bot(given[1:])
    parsed = parser().parse_args(given)
    if parsed.command is None:
        parser().print_help()
        return USAGE_ERROR
    return serve(with_flags(parsed, os.environ), flags_given(parsed))


def parser() -> argparse.ArgumentParser:
    """The commands and their flags, made from the list of settings."""
    layout = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        "regrets",
        description="A server for home-game poker, and a hand-scoring service.",
        epilog=EXAMPLES,
        formatter_class=layout,
    )
    top.add_argument("--version", action="version", version=f"regrets {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    about = "Serve the page, the game API and the evaluator until Ctrl-C."
    serving = commands.add_parser("serve", help=about, description=about, epilog=SERVE_EXAMPLES, formatter_class=layout)
    add_flags(serving)
    commands.add_parser("table", help="See to the tables of a server: see regrets table --help.", add_help=False)
    commands.add_parser("score", help="Score poker hands: see regrets score --help.", add_help=False)
    commands.add_parser("bot", help="Play in empty seats: see regrets bot --help.", add_help=False)
    return top


def add_flags(serving: argparse.ArgumentParser) -> None:
    """Give `serve` one flag for each setting that has one."""
    for setting in SETTINGS:
        if setting.flag is None:
            continue
        default = f"; {setting.default}" if setting.argument and setting.default else ""
        words = f"{setting.meaning} [{setting.variable}{default}]"
        if setting.argument is None:
            serving.add_argument(setting.flag, dest=setting.variable, action="store_const", const="1", help=words)
        else:
            serving.add_argument(setting.flag, dest=setting.variable, metavar=setting.argument, help=words)


def with_flags(parsed: argparse.Namespace, environ: Mapping[str, str]) -> dict[str, str]:
    """The environment, with the flags that were given laid over it."""
    flags = {setting.variable: getattr(parsed, setting.variable, None) for setting in SETTINGS}
    return {**environ, **{variable: value for variable, value in flags.items() if value is not None}}


def flags_given(parsed: argparse.Namespace) -> dict[str, str]:
    """The flags that were given, by their variables."""
    return {
        setting.variable: setting.flag
        for setting in SETTINGS
        if setting.flag is not None and getattr(parsed, setting.variable, None) is not None
    }


def serve(environ: Mapping[str, str], flags: Mapping[str, str]) -> int:
    """Run both services; say in one line what stands in the way, and call a setting what the caller did."""
    from api.supervisor.checks import StartError
    from api.supervisor.run import serve as run

    try:
        return run(environ)
    except BadSetting as fault:
        print(f"regrets: {fault.named(flags.get(fault.variable, fault.variable))}", file=sys.stderr)
        return USAGE_ERROR
    except SettingsError as fault:
        print(f"regrets: {fault}", file=sys.stderr)
        return USAGE_ERROR
    except StartError as fault:
        print(f"regrets: {fault}", file=sys.stderr)
        return START_ERROR


if __name__ == "__main__":
    sys.exit(main())
