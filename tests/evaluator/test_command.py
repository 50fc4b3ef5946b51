"""`regrets score`, the command for people."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from evaluator.command import main


def test_hands_are_said_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Several hands, each said with its cards and its standing."""
    assert main(["Kh Kd 9s 9h Qc", "10h9h8h7h6h2c"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Kh Kd 9s 9h Qc: two pair, kings and nines, queen  (Kh Kd 9s 9h Qc; rank 2,634 of 7,462, beats 96.20%)",
        "10h9h8h7h6h2c: straight flush, ten high  (Th 9h 8h 7h 6h; rank 5 of 7,462, beats 99.99%)",
    ]


@pytest.mark.parametrize("cards", ["Kh Kd 9s 9h Qc", "10h 10♦️ 9s 9h q♣", "Kh, Kd, 9s, 9h, Qc"])
def test_single_cards_are_one_hand(cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Who forgets the quotes is understood: no hand is as short as one card."""
    assert main(["--json", *cards.split()]) == main(["--json", cards]) == 0
    unquoted, quoted = capsys.readouterr().out.splitlines()
    assert unquoted == quoted


def test_single_cards_are_refused_as_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says what is wrong with all of them; beside a whole hand each is its own."""
    assert main(["Kh", "Kd", "9s"]) == 1
    assert capsys.readouterr().err == "regrets score: hand 1, 'Kh Kd 9s': 5 to 10 cards are needed, 3 given\n"
    assert main(["KhKd9s9hQc", "Kh"]) == 1
    assert capsys.readouterr().err == "regrets score: hand 2, 'Kh': 5 to 10 cards are needed, 1 given\n"


def test_several_rankings_and_a_qualifier(capsys: pytest.CaptureFixture[str]) -> None:
    """With several rankings each line says which; a low that does not qualify says so."""
    arguments = ["--ranking", "high", "--ranking", "ace-to-five", "--qualifier", "eight-or-better", "KhKd9s9hQc"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("KhKd9s9hQc: high: two pair")
    assert lines[1] == "KhKd9s9hQc: ace-to-five: does not qualify"


def test_json_is_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` is for programs."""
    assert main(["--json", "KhKd9s9hQc"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["hand"] == "KhKd9s9hQc" and said["high"]["rank"] == 2634


def test_a_file_is_read_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blank lines are passed over; refused hands are named by their line, the others said; the exit code tells."""
    file = tmp_path / "hands.txt"
    file.write_text("KhKd9s9hQc\n\nKhKd\nAsKsQsJsTs\n")
    assert main(["--file", str(file)]) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert said.err == "regrets score: line 3, 'KhKd': 5 to 10 cards are needed, 2 given\n"


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without hands, or with `--file -`, hands come from standard input."""
    for arguments in ([], ["--file", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("AsKsQsJsTs\n"))
        assert main(arguments) == 0
        assert capsys.readouterr().out.startswith("AsKsQsJsTs: royal flush")


def test_a_bar_shows_how_far_a_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the answers go to a file and errors to a terminal, a bar counts the hands."""
    file = tmp_path / "hands.txt"
    file.write_text("KhKd9s9hQc\n" * 2500)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["--file", str(file)]) == 0
    assert "100%  2,500 hands" in capsys.readouterr().err
    for arguments in ([], ["--file", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("KhKd9s9hQc\n" * 2500))
        assert main(arguments) == 0
        assert capsys.readouterr().err.endswith("\r2,500 hands\n")
    assert main(["KhKd9s9hQc"]) == 0
    assert capsys.readouterr().err == ""


def test_a_mark_before_the_first_line_is_no_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files that an editor marks as UTF-8 are read as others are."""
    file = tmp_path / "hands.txt"
    file.write_text("\ufeffKhKd9s9hQc\nAsKsQsJsTs\n", encoding="utf-8")
    assert main(["--file", str(file)]) == 0
    assert capsys.readouterr().out.startswith("KhKd9s9hQc: two pair")


@pytest.mark.parametrize(
    "arguments",
    [["--file", "/no/such/file"], ["--qualifier", "eight-or-better", "KhKd9s9hQc"]],
)
def test_wrong_usage_is_one_line_and_exit_code_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is said in one line on standard error."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("regrets score: ") and said.err.count("\n") == 1
