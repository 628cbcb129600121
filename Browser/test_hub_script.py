"""Signing in on a website with the service's script."""

import json
import time

import pytest
import requests
from playwright.sync_api import expect

from application import address, heard, identity, open_shop, refreshed, window  # noqa: F401
from people import ask, enter, keep


class TestWebsite:
    """A page of another origin with the service's script."""

    def test_a_guest_becomes_a_user_and_keeps_what_they_entered(self, identity, product, window, address):
        page = window.page
        frame = open_shop(identity, product, page)
        page.get_by_role("button", name="Sign in").click()
        expect(frame.get_by_role("heading", name="Sign in to Harbour")).to_be_visible()
        keep(page, f"website-{window.width}")
        frame.get_by_role("button", name="Continue as a guest").click()
        page.wait_for_function("heard.some(([name]) => name === 'sign_in_completed')")
        assert heard(page, "sign_in_completed")[0]["method"] == "anonymous"
        assert page.evaluate("rownd.user.set({ first_name: 'Ada' })")["first_name"] == "Ada"
        guest = page.evaluate("rownd.user.get('user_id')")
        page.wait_for_function("document.querySelector('dialog[open]') === null")
        page.get_by_role("button", name="Sign in").click()
        ask(frame, address)
        enter(frame, identity.inbox(address).next().code)
        page.wait_for_function("heard.filter(([name]) => name === 'sign_in_completed').length === 2")
        assert page.evaluate("rownd.user.get()") == {
            "user_id": guest, "first_name": "Ada", "email": address}
        token = page.evaluate("rownd.getAccessToken()")
        assert token.count(".") == 2
        page.evaluate("rownd.signOut({ scope: 'all' })")
        page.wait_for_function("heard.some(([name]) => name === 'sign_out')")
        assert page.evaluate("rownd.getAccessToken()") is None
        assert page.evaluate("localStorage.length") == 0

    def test_the_session_outlives_a_reload(self, identity, product, window, address):
        page = window.page
        frame = open_shop(identity, product, page)
        page.get_by_role("button", name="Sign in").click()
        ask(frame, address)
        enter(frame, identity.inbox(address).next().code)
        page.wait_for_function("heard.some(([name]) => name === 'sign_in_completed')")
        page.reload()
        page.wait_for_function("heard.some(([name]) => name === 'loaded')")
        assert page.evaluate("rownd.user.get('email')") == address

    @pytest.mark.parametrize("act", ["Sign in", "add a passkey", "sign out"])
    def test_tokens_that_another_tab_has_renewed_are_used(self, identity, product, window, address, act):
        page = window.page
        frame = open_shop(identity, product, page)
        page.get_by_role("button", name="Sign in").click()
        frame.get_by_role("button", name="Continue as a guest").click()
        page.wait_for_function("heard.some(([name]) => name === 'sign_in_completed')")
        page.wait_for_function("document.querySelector('dialog[open]') === null")
        place = f"rph_session.{identity.app['appKey']}"
        tokens = json.loads(page.evaluate("(place) => localStorage.getItem(place)", place))
        for _ in range(2):
            tokens = refreshed(identity, tokens["refresh_token"])
        page.evaluate("([place, tokens]) => localStorage.setItem(place, JSON.stringify(tokens))", [place, tokens])
        # The access token that the frame has is too old by now.
        page.clock.set_fixed_time(time.time() + 3590)
        if act == "sign out":
            page.evaluate("rownd.signOut()")
            page.wait_for_function("heard.some(([name]) => name === 'sign_out')")
            key = {"x-rownd-app-key": identity.app["appKey"], "Authorization": f"Bearer {tokens['access_token']}"}
            assert requests.get(f"{identity.base}/me", headers=key, timeout=30).status_code == 401
            return
        if act == "Sign in":
            page.get_by_role("button", name="Sign in").click()
            ask(frame, address)
        else:
            page.evaluate("rownd.connectAuthenticator()")
            with page.expect_response("**/passkeys/registration") as got:
                frame.get_by_role("button", name="Add a passkey").click()
            assert got.value.status == 200
        # The session goes on.
        assert page.evaluate("rownd.getAccessToken()") is not None
        assert heard(page, "sign_out") == []

    def test_a_sign_out_forgets_a_session_that_has_ended_elsewhere(self, identity, product, window):
        page = window.page
        frame = open_shop(identity, product, page)
        page.get_by_role("button", name="Sign in").click()
        frame.get_by_role("button", name="Continue as a guest").click()
        page.wait_for_function("heard.some(([name]) => name === 'sign_in_completed')")
        token = page.evaluate("rownd.getAccessToken()")
        key = {"x-rownd-app-key": identity.app["appKey"], "Authorization": f"Bearer {token}"}
        path = f"me/applications/{identity.app['appId']}/signout"
        assert requests.post(f"{identity.base}/{path}", json={}, headers=key, timeout=30).status_code == 204
        page.evaluate("rownd.signOut()")
        assert page.evaluate("rownd.getAccessToken()") is None
        assert heard(page, "sign_out") == [{}]

    def test_a_website_that_is_not_the_applications_shows_no_page(self, identity, stranger, window):
        page = window.page
        # A refused frame has no origin: the browser says so again when the script tells its page of the visitor.
        window.expect("frame-ancestors", "does not match the recipient window's origin ('null')")
        page.goto(stranger.put("/shop", identity.website()))
        page.wait_for_timeout(2000)
        assert page.evaluate("heard") == []
        frame = next(one for one in page.frames if one.parent_frame is not None)
        assert "Sign in to" not in frame.content()

    def test_what_other_windows_say_is_not_heard(self, identity, product, window):
        page = window.page
        open_shop(identity, product, page)
        page.evaluate("""() => {
            for (const type of ["authentication", "sign_out", "event"]) {
                const payload = { access_token: "a.b.c", refresh_token: "r", event: "sign_in_completed" };
                window.postMessage({ to: "rownd-page", type, payload }, "*");
                window.dispatchEvent(new MessageEvent("message", {
                    data: { to: "rownd-page", type, payload }, origin: location.origin, source: window }));
            }
        }""")
        page.wait_for_timeout(500)
        assert heard(page, "auth", "sign_in_completed", "sign_out") == []
        assert page.evaluate("rownd.getAccessToken()") is None
