"""Adds up what the test runners counted, from the xUnit files and exit statuses that scripts/test left in a folder.

A step that failed without naming a failed test (it did not build, or it died) counts as one failure itself, so the
closing line never says "0 failed" when something did. The slowest tests are named, and kept in slowest.txt. Exits
with 1 when anything failed or nothing ran.
"""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def counts(report: Path) -> tuple[int, int, int, list[str]]:
    """Passed, failed, skipped, and the failed cases of one xUnit file: their names, and why they failed."""
    passed = skipped = 0
    failed: list[str] = []
    for case in ElementTree.parse(report).iter("testcase"):
        why = [found.get("message") or found.text or "" for kind in ("failure", "error") for found in case.findall(kind)]
        if why:
            reason = " ".join(" ".join(why).split())
            failed.append(f"{case.get('classname')} {case.get('name')}: {reason[:500]}")
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, len(failed), skipped, failed


def slowest(folder: Path) -> list[str]:
    """The twenty tests that took longest, with their seconds; tests that run side by side slow each other down."""
    times: list[tuple[float, str]] = []
    for report in folder.glob("*.xml"):
        for case in ElementTree.parse(report).iter("testcase"):
            times.append((float(case.get("time") or 0), f"{case.get('classname')} {case.get('name')}"))
    return [f"{seconds:8.1f} s  {name}" for seconds, name in sorted(times, reverse=True)[:20]]


def main(folder: Path) -> int:
    longest = slowest(folder)
    (folder / "slowest.txt").write_text("".join(f"{line}\n" for line in longest))
    print("The slowest tests:")
    for line in longest:
        print(line)
    print()
    passed = failed = skipped = 0
    for status_file in sorted(folder.glob("*.status"), key=lambda file: file.stat().st_mtime):
        step = status_file.stem
        step_passed = step_failed = step_skipped = 0
        names: list[str] = []
        # Swift Testing writes NAME-swift-testing.xml beside XCTest's NAME.xml.
        for report in folder.glob(f"{step}*.xml"):
            more = counts(report)
            step_passed, step_failed, step_skipped = (
                step_passed + more[0],
                step_failed + more[1],
                step_skipped + more[2],
            )
            names += more[3]
        if status_file.read_text().strip() != "0" and step_failed == 0:
            step_failed = 1
            names.append(f"{step} itself")
        print(f"{step:10} {step_passed:5} passed {step_failed:3} failed {step_skipped:3} skipped")
        for name in names:
            print(f"           failed: {name}")
        passed, failed, skipped = passed + step_passed, failed + step_failed, skipped + step_skipped
    tail = f", {skipped} skipped" if skipped else ""
    print(f"{passed} passed, {failed} failed{tail}")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
