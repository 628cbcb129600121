// The first screen: the disclosure, and the agreement to use electronic records and signatures.

import { brandBand } from "./brand.js";
import { element } from "./dom.js";
import { languageChoice } from "./language.js";
import { moreMenu } from "./moremenu.js";
import { pageSource } from "./pagesource.js";
import { fetchFirst } from "./pictures.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/**
 * @param {Ceremony} ceremony
 * @returns {HTMLElement}
 */
export function consentScreen(ceremony) {
    const { envelope, disclosure, rules } = ceremony.state.session;
    const problem = element("p", { id: "consent-problem", class: "problem" });
    const box = element("input", {
        type: "checkbox", id: "consent", required: true,
        onchange: () => showProblem(box, problem, null),
    });
    const proceed = element("button", { type: "submit", class: "primary large" }, text("consent.continue"));
    const form = element("form", { class: "consent-form", novalidate: true },
        element("div", { class: "agree" }, box, element("label", { for: "consent" }, text("consent.agree"))),
        problem,
        element("div", { class: "consent-actions" }, proceed, moreMenu(ceremony, {})));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        submit(ceremony, box, problem, proceed);
    });
    // While somebody reads what they agree to.
    fetchFirst(ceremony.state.session.documents, pageSource(ceremony.api));
    return element("main", { class: "consent" },
        element("div", { class: "card" },
            brandBand(envelope.brand),
            rules.preview && element("p", { class: "preview-note", role: "note" }, text("preview.note")),
            languageChoice(),
            element("p", { class: "overline" }, asking(envelope)),
            element("h1", { tabindex: "-1", dir: "auto" }, envelope.subject),
            message(envelope.message, envelope.sender.name),
            documentList(ceremony),
            element("section", { class: "disclosure", "aria-labelledby": "disclosure-title" },
                element("h2", { id: "disclosure-title", dir: "auto" }, disclosure.title),
                ...disclosure.paragraphs.map((paragraph) => element("p", { dir: "auto" }, paragraph))),
            ceremony.announcer.notice,
            form));
}

/** @param {import("./types.js").Session["envelope"]} envelope */
function asking({ sender, account }) {
    return account === null
        ? text("consent.asks", { sender: sender.name })
        : text("consent.asksFor", { sender: sender.name, account });
}

/**
 * @param {string} words
 * @param {string} sender
 */
function message(words, sender) {
    if (!words) {
        return null;
    }
    return element("figure", { class: "message" },
        element("figcaption", {}, text("consent.message", { sender })),
        element("blockquote", { dir: "auto" }, words));
}

/** @param {Ceremony} ceremony */
function documentList(ceremony) {
    const items = ceremony.state.session.documents.map((signed) =>
        element("li", {},
            element("bdi", { class: "document-name" }, signed.name),
            " ",
            element("span", { class: "quiet-text" }, text("document.pages", { count: signed.pages.length }))));
    return element("ul", { class: "document-list" }, ...items);
}

/**
 * @param {Ceremony} ceremony
 * @param {HTMLInputElement} box
 * @param {HTMLElement} problem
 * @param {HTMLButtonElement} proceed
 */
async function submit(ceremony, box, problem, proceed) {
    if (!box.checked) {
        showProblem(box, problem, text("consent.needed"));
        box.focus();
        ceremony.announcer.say(text("consent.needed"));
        return;
    }
    if (proceed.getAttribute("aria-busy") === "true") {
        return;
    }
    proceed.setAttribute("aria-busy", "true");
    try {
        await ceremony.consent();
    } catch (failure) {
        ceremony.showFailure(failure);
    } finally {
        proceed.removeAttribute("aria-busy");
    }
}

/**
 * @param {HTMLInputElement} box
 * @param {HTMLElement} problem
 * @param {string|null} sentence
 */
function showProblem(box, problem, sentence) {
    problem.textContent = sentence ?? "";
    if (sentence === null) {
        box.removeAttribute("aria-invalid");
        box.removeAttribute("aria-describedby");
    } else {
        box.setAttribute("aria-invalid", "true");
        box.setAttribute("aria-describedby", problem.id);
    }
}
