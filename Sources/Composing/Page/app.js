// Reads the draft and shows the page.

import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { Draft } from "./draft.js";
import { DraftRefusal, readDraft } from "./draftapi.js";
import { element } from "./dom.js";
import { goToChosenLanguage } from "./language.js";
import { text } from "./text.js";

const place = /** @type {HTMLElement} */ (document.getElementById("screen"));

/** @param {string} sentence */
function showEnd(sentence) {
    place.replaceChildren(element("main", { class: "step prepare" }, element("section", { class: "card" },
        element("h1", { tabindex: "-1" }, text("ended.title")), element("p", {}, sentence))));
    place.querySelector("h1")?.focus();
}

async function open() {
    if (goToChosenLanguage()) {
        return;
    }
    try {
        new Composer(new Draft(await readDraft()), new Announcer(), place).begin();
    } catch (failure) {
        if (failure instanceof DraftRefusal && failure.redirect !== null) {
            location.replace(failure.redirect);
        } else if (failure instanceof DraftRefusal && ["not-a-draft", "not-in-process"].includes(failure.code)) {
            showEnd(text(/** @type {WordKey} */ (`refusal.${failure.code}`)));
        } else {
            showEnd(text(failure instanceof DraftRefusal ? "ended.linkUsed" : "error.unreachable"));
        }
    }
}

open();
