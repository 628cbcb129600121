"""What axe says about a page: WCAG 2.2 A and AA, as far as programs can tell."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES_OFF_BY_DEFAULT = ["target-size"]


def violations(page: Page | Frame) -> list[str]:
    options = {"runOnly": TAGS, "rules": {rule: {"enabled": True} for rule in RULES_OFF_BY_DEFAULT}}
    found = Axe().run(page, options=options).response
    assert len(found["passes"]) > 5  # axe did look
    return [f"{rule['id']}: {node['html']}" for rule in found["violations"] for node in rule["nodes"]]
