// Reads the draft and shows the page.

import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { Draft } from "./draft.js";
import { DraftRefusal, readDraft } from "./draftapi.js";
import { element } from "./dom.js";
import { embedding } from "./embedding.js";
import { goToChosenLanguage } from "./language.js";
import { Refusal } from "./requests.js";
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
        await embedding.begin();
        const held = await readDraft();
        held.sends &&= embedding.wishes.showSendButton !== false;
        held.hasClosingWindow ||= embedding.wishes.hasCloseButton === true;
        new Composer(new Draft(held), new Announcer(), place).begin();
        embedding.tell("ready");
    } catch (failure) {
        embedding.tell("error", {
            code: failure instanceof Refusal ? failure.code : "unreachable",
            message: failure instanceof Error && failure.message ? failure.message : text("ended.linkUsed"),
        });
        if (failure instanceof DraftRefusal && failure.redirect !== null) {
            location.replace(failure.redirect);
        } else if (failure instanceof Refusal && ["not-a-draft", "not-in-process"].includes(failure.code)) {
            showEnd(text(/** @type {WordKey} */ (`refusal.${failure.code}`)));
        } else if (failure instanceof Refusal && failure.code === "not_allowed") {
            showEnd(text("error.frame"));
        } else {
            showEnd(text(failure instanceof Refusal ? "ended.linkUsed" : "error.unreachable"));
        }
    }
}

open();
