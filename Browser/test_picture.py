"""Makes the picture of the ceremony that the README shows; only when asked."""

import base64
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from envelope import FULL_NAME, SIGNATURE
from signer import Signer

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "ceremony.png"


@pytest.mark.skipif("COUNTERSIGN_SCREENSHOTS" not in os.environ, reason="set COUNTERSIGN_SCREENSHOTS=1 to make it")
def test_the_picture_of_the_ceremony_is_made(browser, open_window, send):
    desktop = open_window((1100, 760))
    signer = Signer(desktop.page, send().signing_url())
    signer.agree()
    signer.fill_everything()
    signer.text_field(FULL_NAME).scroll_into_view_if_needed()
    expect(desktop.page.get_by_role("group", name="Page 3 of 3").locator("img")).to_be_visible()
    signer.button("Finish").focus()
    desktop.page.evaluate("""document.querySelector("main").scrollTo(
        0, document.querySelectorAll(".sheet")[2].offsetTop + 110)""")
    wide = shot(desktop.page)

    phone = open_window((360, 760))
    signer = Signer(phone.page, send().signing_url())
    signer.agree()
    signer.button("Start").click()
    signer.fill_reference()
    signer.button(SIGNATURE).click()
    expect(signer.dialog.get_by_role("radio")).to_have_count(3)
    signer.dialog.get_by_role("radio").first.focus()
    narrow = shot(phone.page)

    wall = browser.new_page(viewport={"width": 1240, "height": 740})
    wall.set_content(f"""<!doctype html><style>
        body {{ margin: 0; display: flex; gap: 30px; align-items: center; justify-content: center; height: 740px;
            background: #dfe8e7; }}
        img {{ border-radius: 14px; box-shadow: 0 0 0 1px #b9c7c6; }}
        </style><img width="830" src="data:image/png;base64,{wide}"><img width="320" src="data:image/png;base64,{narrow}">""")
    wall.wait_for_timeout(300)
    PICTURE.parent.mkdir(exist_ok=True)
    wall.screenshot(path=PICTURE)
    wall.close()
    assert PICTURE.stat().st_size < 200_000


def shot(page) -> str:
    page.wait_for_timeout(500)
    return base64.b64encode(page.screenshot()).decode()
