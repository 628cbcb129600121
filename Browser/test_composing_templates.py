"""A sender keeps a draft as a template, starts from one, and is offered people from before."""

import pytest
from playwright.sync_api import expect

from accessibility import violations
from composing import Composing, lines_on_a_page, sender_view
from window import SIZES


@pytest.fixture
def compose(account, return_page):
    def begin(window) -> tuple[str, Composing]:
        envelope, url = sender_view(account, return_page.url)
        return envelope, Composing(window.page, url)

    return begin


def test_a_draft_becomes_a_template_and_a_template_a_draft(open_window, account, return_page, compose):
    window = open_window(SIZES["1280"])
    page = window.page
    _, composing = compose(window)
    composing.add_file("Lease.pdf", file=lines_on_a_page("Lease"))
    for name, email in (("Ada Lovelace", "ada@example.com"), ("Grace Hopper", "grace@example.com")):
        page.locator("#person-add").click()
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(email)
    composing.step("fields")
    for person, y in (("1", 200), ("2", 400)):
        page.locator("#palette-person").select_option(person)
        page.locator("#kind-signHere").click()
        page.locator(".sheet").first.click(position={"x": 300, "y": y})
    composing.saved()
    drawn = composing.places()
    composing.step("review")
    page.locator("#template-save").click()
    assert violations(page) == []
    page.locator("#template-name").fill("Lease of a flat")
    page.get_by_label("Role in place of Ada Lovelace").fill("Landlord")
    page.get_by_label("Role in place of Grace Hopper").fill("Landlord")
    page.get_by_role("button", name="Save as template").last.click()
    expect(page.get_by_text("Each role needs a name of its own.")).to_be_visible()
    page.get_by_label("Role in place of Grace Hopper").fill("Tenant")
    page.get_by_role("button", name="Save as template").last.click()
    expect(page.get_by_text("The template “Lease of a flat” was saved.")).to_be_visible()
    [template] = account.get("templates?include=recipients&search_text=Lease of a flat")["envelopeTemplates"]
    assert template["name"] == "Lease of a flat"
    assert [person["roleName"] for person in template["recipients"]["signers"]] == ["Landlord", "Tenant"]
    assert "ada@" not in str(template) and "Lovelace" not in str(template)

    envelope, composing = compose(window)
    page.locator("#person-me").click()
    page.locator("#template-start").click()
    page.locator("#template-search").fill("boat")
    expect(page.get_by_text("No template has this in its name.")).to_be_visible()
    page.locator("#template-search").fill("flat")
    page.get_by_role("button", name="Lease of a flat").click()
    assert violations(page) == []
    group = page.get_by_role("group", name="Landlord")
    group.get_by_label("Name").fill("Linus Pauling")
    group.get_by_label("Email address").fill("linus@example.com")
    page.get_by_role("button", name="Use the template").click()
    expect(page.locator("#document-1-name")).to_have_value("Lease.pdf")
    assert [page.locator(f"#person-{number}-name").input_value() for number in (1, 2, 3)] == [
        "Anna Petrov", "Linus Pauling", "Tenant"]
    assert [page.locator(f"#person-{number}-order").input_value() for number in (1, 2, 3)] == ["1", "2", "3"]
    # One edit, which undoing takes back.
    page.locator("#undo").click()
    expect(page.locator(".file")).to_have_count(0)
    page.locator("#redo").click()
    page.locator("#person-3-name").fill("Marie Curie")
    page.locator("#person-3-email").fill("marie@example.com")
    composing.step("fields")
    expect(composing.field("Signature, Linus Pauling, page 1")).to_be_visible()
    assert [{name: round(value) for name, value in place.items()} for place in composing.places()] == [
        {name: round(value) for name, value in place.items()} for place in drawn]
    composing.step("review")
    page.locator("#next").click()
    page.wait_for_url(f"{return_page.url}*")
    names = [person["name"] for person in account.get(f"envelopes/{envelope}/recipients")["signers"]]
    assert names == ["Anna Petrov", "Linus Pauling", "Marie Curie"]

    # Whom one has sent to before is offered by name.
    _, composing = compose(window)
    page.locator("#person-add").click()
    expect(page.locator('#known-people option[value="Marie Curie"]')).to_have_count(1)
    page.locator("#person-1-name").fill("Marie Curie")
    expect(page.locator("#person-1-email")).to_have_value("marie@example.com")


def test_a_list_without_templates_says_how_to_get_one(open_window, compose):
    window = open_window(SIZES["360"])
    window.page.route("**/templates?name=", lambda route: route.fulfill(json={"templates": []}))
    _, _ = compose(window)
    window.page.locator("#template-start").tap()
    expect(window.page.get_by_text("There are no templates yet.")).to_be_visible()
    assert violations(window.page) == []
