"""The days that the service writes into documents, compared with other people's time zones and calendars.

The Swift tests write each row of the table and compare; here, zoneinfo finds the day and babel (CLDR) writes it.
"""

import json
from datetime import datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date, format_skeleton

TABLE = Path(__file__).resolve().parent.parent / "Tests/CeremonyTests/SignedDays.json"
ROWS = json.loads(TABLE.read_text("utf-8"))
FORMS = {
    "MM/DD/YYYY": "%m/%d/%Y", "DD/MM/YYYY": "%d/%m/%Y", "YYYY/MM/DD": "%Y/%m/%d", "Month DD, YYYY": "%B %d, %Y",
    "MM/DD/YYYY hh:mm:ss a": "%m/%d/%Y %I:%M:%S %p", "DD.MM.YYYY": "%d.%m.%Y", "DD-MM-YYYY": "%d-%m-%Y",
    "YYYY-MM-DD": "%Y-%m-%d",
}


def written(row: dict) -> str:
    instant = datetime.fromisoformat(row["instant"]).astimezone(timezone.utc)
    day = instant.astimezone(ZoneInfo(row["zone"]))
    if "form" in row:
        if row["form"] == "D MMM YYYY":
            return f"{day.day} {day:%b} {day.year}"
        text = day.strftime(FORMS[row["form"]])
        return text[:-2] + text[-2:].lower() if row["form"].endswith(" a") else text
    tag = row["language"]
    # English with the day first, and European Portuguese with the month in words, as everywhere else in the table.
    locale = {"en": "en_GB", "pt": "pt_PT"}.get(tag, tag.replace("-", "_"))
    text = format_date(day, "long", locale=locale) if tag == "pt" else format_skeleton("yMMMd", day, locale=locale)
    return text.replace("\u202f", " ").replace("Sept ", "Sep ") if tag == "en" else text.replace("\u202f", " ")


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['instant']} {row['zone']}" for row in ROWS])
def test_the_day_is_that_of_the_zone_in_the_words_of_the_language(row):
    assert written(row) == row["text"]


def test_every_language_and_form_is_in_the_table():
    languages = {path.stem for path in (TABLE.parent.parent.parent / "Sources/Words/Catalogs").glob("*.json")}
    assert {row.get("language") for row in ROWS} - {None} == languages
    assert {row.get("form") for row in ROWS} - {None} == {*FORMS, "D MMM YYYY"}
    assert len(ROWS) >= 40
