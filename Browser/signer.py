"""A person at the signing page. Every control is found by its role and its accessible name."""

import math
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from envelope import INITIALS, REFERENCE, SIGNATURE, UPDATES

AGREEMENT = "I agree to use electronic records and signatures"


class Signer:
    def __init__(self, page: Page, url: str):
        self.page = page
        page.goto(url)
        expect(self.button("Continue").or_(self.button("More")).or_(self.button("Close")).first).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def text_field(self, label: str) -> Locator:
        return self.page.get_by_role("textbox", name=label, exact=True)

    def checkbox(self, label: str) -> Locator:
        return self.page.get_by_role("checkbox", name=label, exact=True)

    @property
    def progress(self) -> Locator:
        return self.page.get_by_role("progressbar")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def session(self) -> dict:
        """What the host says about this signing."""
        return self.page.evaluate("fetch('session').then(answer => answer.json())")

    def agree(self) -> None:
        self.checkbox(AGREEMENT).check()
        self.button("Continue").click()
        expect(self.button("Finish")).to_be_visible()

    def fill_reference(self, value: str = "HS-2025/17") -> None:
        self.text_field(REFERENCE).fill(value)
        self.text_field(REFERENCE).blur()

    def type_signature(self, field: str, name: str | None = None) -> None:
        self.button(field).click()
        # Whoever has drawn before begins by drawing.
        self.page.get_by_role("tab", name="Type", exact=True).click()
        if name is not None:
            self.dialog.get_by_role("textbox").fill(name)
        expect(self.dialog.get_by_role("radio", checked=True)).to_have_count(1)
        self.button("Adopt and sign").click()
        expect(self.dialog).to_have_count(0)

    def draw_signature(self, field: str) -> None:
        self.button(field).click()
        self.page.get_by_role("tab", name="Draw", exact=True).click()
        self.scribble()
        self.button("Adopt and sign").click()
        expect(self.dialog).to_have_count(0)

    def scribble(self) -> None:
        expect(self.dialog.locator("canvas")).to_be_visible()
        area = self.dialog.locator("canvas").bounding_box()
        assert area is not None

        def at(part: float) -> tuple[float, float]:
            return (area["x"] + area["width"] * (0.15 + 0.7 * part),
                    area["y"] + area["height"] * (0.5 + 0.25 * math.sin(12 * part)))

        self.page.mouse.move(*at(0))
        self.page.mouse.down()
        for step in range(1, 41):
            self.page.mouse.move(*at(step / 40))
        self.page.mouse.up()

    def fill_everything(self) -> None:
        """From the document's screen to the point where only Finish is left."""
        self.button("Start").click()
        self.fill_reference()
        self.checkbox(UPDATES).check()
        self.type_signature(INITIALS)
        self.type_signature(SIGNATURE)
        self.look()
        expect(self.progress).to_have_text("3 of 3 required fields done")

    def look(self) -> None:
        """Looks at every page that has to be seen before signing, for as long as it takes to count."""
        for unseen in self.session()["unseen"]:
            self.page.evaluate("""({ documentId, page }) => fetch("session").then((answer) => answer.json())
                .then(({ documents }) => {
                    const place = documents.findIndex((signed) => signed.id === documentId);
                    document.querySelectorAll(".document")[place].querySelectorAll(".sheet")[page - 1]
                        .scrollIntoView({ behavior: "instant" });
                })""", unseen)
            self.until(lambda session: unseen not in session["unseen"])

    def until(self, holds: Callable[[dict], bool]) -> None:
        """Waits until the host says of this signing what is waited for."""
        # A predicate of wait_for_function may not be asynchronous: a promise counts as true.
        for _ in range(300):
            if holds(self.session()):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"The host says {self.session()}.")

    def finish(self) -> None:
        self.look()
        self.button("Finish").click()
        self.expect_return("signing_complete")

    def expect_return(self, event: str) -> None:
        """The browser is back at the sender's page with this event, and the sender's own parameters are kept."""
        self.page.wait_for_url(f"**/done?order=17&event={event}", timeout=30_000)
        expect(self.page.get_by_role("heading", name="Back at the sender")).to_be_visible()
