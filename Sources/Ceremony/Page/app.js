// Opens the session and shows the screen that it calls for.

import { Announcer } from "./announcer.js";
import { Api } from "./api.js";
import { Ceremony } from "./ceremony.js";
import { closingScreen, leaveTo, ownClosing } from "./closing.js";
import { element } from "./dom.js";
import { embedding } from "./embedding.js";
import { watchIdleness } from "./idle.js";
import { goToChosenLanguage } from "./language.js";
import { openMemory } from "./memory.js";
import { prove } from "./proof.js";
import { Refusal } from "./requests.js";
import { State } from "./state.js";
import { text } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("screen"));

/**
 * Replaces what is on the screen, and puts the focus on its heading.
 * @param {HTMLElement[]} content
 * @param {string} title
 */
function show(content, title) {
    document.title = title;
    place.replaceChildren(...content);
    scrollTo(0, 0);
    /** @type {HTMLElement|null} */ (place.querySelector("h1"))?.focus({ preventScroll: true });
}

/**
 * @param {string|null} address
 * @param {State|null} state
 */
function endSession(address, state) {
    const leaving = leaveTo(address);
    embedding.tell("error", { code: "session_timeout", message: text("closing.expired.title") });
    const brand = state?.session.envelope.brand ?? null;
    show([closingScreen(ownClosing("expired"), { brand, leaving })], text("title.closing"));
}

/**
 * The session, once every code that is asked for has been given.
 * @param {Api} api
 */
async function session(api) {
    for (;;) {
        try {
            return await api.session();
        } catch (failure) {
            if (!embedding.isOn || !(failure instanceof Refusal && failure.code === "proof_missing")) {
                throw failure;
            }
        }
        await prove(show);
    }
}

/**
 * Leaves out what the page around this one does not want.
 * @param {import("./types.js").Session} session
 */
function narrow({ rules }) {
    const { allowDecline, allowDownload, allowClose } = embedding.wishes;
    rules.decline = rules.decline && allowDecline !== false;
    rules.copies = rules.copies && allowDownload !== false;
    rules.later = rules.later && allowClose !== false;
}

async function open() {
    if (goToChosenLanguage()) {
        return;
    }
    place.replaceChildren(element("main", { class: "opening" }, element("p", { role: "status" }, text("loading"))));
    const api = new Api();
    api.on("session", narrow);
    /** @type {State|null} */
    let state = null;
    let hasEnded = false;
    api.on("sessionEnd", (address) => {
        if (!hasEnded && state?.leaving !== true) {
            hasEnded = true;
            state?.clearViews();
            state?.update((changing) => { changing.leaving = true; });
            endSession(address, state);
        }
    });
    const announcer = new Announcer();
    try {
        await embedding.begin();
        state = new State(await session(api));
        const ceremony = new Ceremony(state, api, announcer, show, await openMemory(state.session));
        const allowance = state.session.limits.sessionIdleSeconds;
        if (allowance) {
            watchIdleness(api, allowance);
        }
        ceremony.begin();
        if (!["voided", "declined"].includes(state.session.envelope.status)) {
            embedding.tell("ready");
        }
    } catch (failure) {
        if (!hasEnded) {
            const sentence = failure instanceof Error && failure.message ? failure.message : text("error.unreachable");
            embedding.tell("error", { code: failure instanceof Refusal ? failure.code : "unreachable", message: sentence });
            show([closingScreen(ownClosing("broken", sentence), { leaving: false })], text("title.closing"));
        }
    }
}

open();
