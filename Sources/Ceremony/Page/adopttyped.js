// A signature by typing: the name in three handwriting faces, as the very paths that go into the PDF.

import { Refusal } from "./api.js";
import { artworkDrawing } from "./artwork.js";
import { element } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").FacePreview} FacePreview */

const pauseAfterKey = 220; // milliseconds without a key until the preview is asked for
const patience = 1500; // milliseconds without an answer until that is said
const pauseAfterFailure = 5000; // milliseconds

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @param {string} firstFace the face to begin with, if the text can be shown in it
 * @returns {import("./adopt.js").Way}
 */
export function typedWay({ api, state, sentence }, kind, firstFace) {
    const name = state.session.recipient.name;
    const input = element("input", {
        id: "adopt-name", type: "text", dir: "auto", autocomplete: kind === "signature" ? "name" : "off", spellcheck: "false",
        maxlength: state.session.limits.signatureText, value: kind === "signature" ? name : initials(name),
        "aria-describedby": "adopt-name-problem",
    });
    const problem = element("p", { class: "problem", id: "adopt-name-problem", role: "alert" });
    // The faces have their room before they come: a dialog that grows moves away from under a finger that is pressing.
    const choices = element("div", { class: "faces" }, ...state.session.faces.map(() => element(
        "div", { class: "face face-to-come" }, element("input", { type: "radio", disabled: true }),
        element("span", { class: "face-paper" }), element("span", { class: "face-name" }, "\u00a0"),
    )));
    const panel = element("div", { id: "panel-typed", role: "tabpanel", "aria-labelledby": "way-typed" },
        element("label", { for: input.id }, text(`adopt.${kind}.name`)),
        input,
        problem,
        element("fieldset", { class: "face-choice" },
            element("legend", {}, text("adopt.style")),
            choices));

    let face = firstFace;
    /**
     * The preview for the text last asked for.
     * @type {{text: string, faces: Promise<FacePreview[]>}|null}
     */
    let asked = null;
    /** @type {number|undefined} */
    let timer;

    input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => { refresh().catch(() => {}); }, pauseAfterKey);
    });

    /** Asks for the preview of what is typed now, unless it has been asked for already. */
    async function refresh() {
        clearTimeout(timer);
        const typed = input.value.trim();
        if (asked?.text !== typed) {
            asked = { text: typed, faces: typed === "" ? Promise.resolve([]) : api.preview(kind, typed) };
        }
        const question = asked;
        const slow = setTimeout(() => {
            if (question === asked) {
                showSentence("adopt.unreachable");
            }
        }, navigator.onLine ? patience : 0);
        try {
            const faces = await question.faces;
            if (question === asked) {
                showProblem("");
                showFaces(faces);
            }
            return faces;
        } catch (failure) {
            if (question === asked) {
                asked = null;
                const isRefused = failure instanceof Refusal;
                showSentence(isRefused ? "adopt.refused" : "adopt.unreachable");
                showProblem(isRefused ? sentence(failure) : "", isRefused);
                if (!isRefused) {
                    tryAgain();
                }
            }
            throw failure;
        } finally {
            clearTimeout(slow);
        }
    }

    /** Asks again once there is a network, or after a while, as long as the dialog is open. */
    function tryAgain() {
        const go = () => {
            clearTimeout(later);
            removeEventListener("online", go);
            if (panel.isConnected && asked === null) {
                refresh().catch(() => {});
            }
        };
        const later = setTimeout(go, pauseAfterFailure);
        addEventListener("online", go);
    }

    /** @param {WordKey} key */
    function showSentence(key) {
        choices.replaceChildren(element("p", { class: "quiet-text", role: "status" }, text(key)));
    }

    /**
     * @param {string} sentenceShown
     * @param {boolean} [inputIsWrong]
     */
    function showProblem(sentenceShown, inputIsWrong = false) {
        problem.textContent = sentenceShown;
        if (inputIsWrong) {
            input.setAttribute("aria-invalid", "true");
        } else {
            input.removeAttribute("aria-invalid");
        }
    }

    /** @param {FacePreview[]} faces */
    function showFaces(faces) {
        if (faces.length === 0) {
            showSentence("adopt.empty");
            return;
        }
        if (!faces.some((offered) => offered.face === face)) {
            face = faces[0].face;
        }
        const hadFocus = choices.contains(document.activeElement);
        choices.replaceChildren(...faces.map((offered) => element("label", { class: "face" },
            element("input", {
                type: "radio", name: "face", value: offered.face, checked: offered.face === face,
                onchange: () => { face = offered.face; },
            }),
            element("span", { class: "face-paper" }, artworkDrawing(offered, "centre")),
            element("span", { class: "face-name" }, offered.name))));
        if (hadFocus) {
            /** @type {HTMLElement|null} */ (choices.querySelector("input:checked"))?.focus();
        }
    }

    return {
        name: "typed",
        label: text("adopt.type"),
        panel,
        shown() {
            refresh().catch(() => {});
            input.focus();
            input.select();
        },
        async artwork() {
            const typed = input.value.trim();
            if (typed === "") {
                input.focus();
                throw new Hint(text("adopt.nothingTyped"));
            }
            try {
                await refresh();
            } catch (failure) {
                input.focus();
                throw new Hint(failure instanceof Refusal ? "" : sentence(failure));
            }
            return { method: "typed", text: typed, face };
        },
        restore(artwork) {
            input.value = String(artwork.text ?? "");
            face = String(artwork.face ?? face);
        },
    };
}

// Letters of these scripts would join to another word.
const joining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

/**
 * The first letters of a name's words; with points between them where they would join.
 * @param {string} name
 */
function initials(name) {
    const letters = name.split(/[\s-]+/u).map((word) => [...word][0] ?? "").filter((letter) => letter !== "");
    return letters.join(letters.some((letter) => joining.test(letter)) ? "." : "").toUpperCase();
}
