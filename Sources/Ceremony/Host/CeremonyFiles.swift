// Made by scripts/embed-files from Sources/Ceremony/Page; changes belong there.
// swift-format-ignore-file

enum CeremonyFiles {
    /// The files in the order of their names: the name, the media type, the SHA-256 in hexadecimal digits, the bytes as
    /// UTF-8.
    static let all: [(name: String, type: String, digest: String, text: String)] = [
("adopt.js", "text/javascript; charset=utf-8", "98edc8db9ace8569c40c34de97ab933fc00219967e6bd605cc7131bd122aea17", #"""
// Adopting a signature or initials: by typing, shown in three handwriting faces, by drawing, or from a picture.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { handFor } from "./hand.js";
import { Hint } from "./hint.js";
import { placesOf } from "./placing.js";
import { remembering } from "./remembering.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * One way to make a signature.
 * @typedef {object} Way
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} panel
 * @property {() => void} shown called when its panel comes into sight
 * @property {() => Promise<object>} artwork what to send to the host; throws a `Hint` where there is nothing yet
 * @property {(artwork: Record<string, any>) => void} restore begins with what was sent to the host before
 */

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @param {Tab|null} origin the field that the person came from
 * @param {() => void} [adopted] called after the adoption where there is no such field
 */
export function openAdoption(ceremony, kind, origin, adopted = () => {}) {
    const { state, memory } = ceremony;
    const hand = handFor(ceremony, kind);
    const remember = memory && remembering(memory, kind, state.session.recipient.email);
    const { ways } = hand;
    let { chosen } = hand;
    let key = newKey();

    const tabs = ways.map((way) => element("button", {
        type: "button", role: "tab", id: `way-${way.name}`, "aria-controls": way.panel.id,
        onclick: () => choose(way),
    }, way.label));
    const tabList = element("div", { class: "ways", role: "tablist", "aria-label": text("adopt.ways") }, ...tabs);
    tabList.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            const index = (ways.indexOf(chosen) + step + ways.length) % ways.length;
            choose(ways[index]);
            tabs[index].focus();
        }
    });
    const isTakenBack = origin !== null && !origin.required && state.isDone(origin);
    const takeBack = isTakenBack
        ? element("button", { type: "button", class: "take-back", onclick: empty }, text("adopt.takeBack"))
        : null;
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    const confirm = element("button", { type: "submit", class: "primary" }, text("adopt.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "adopt",
        title: text(`adopt.${kind}.title`),
        content: [
            element("div", { class: "consequences quiet-text" },
                ...consequences(state, kind, origin).map((sentence) => element("p", {}, sentence))),
            tabList,
            ...ways.map((way) => way.panel),
            remember && remember.element,
            element("p", { class: "agreement quiet-text" }, text("adopt.agreement")),
        ],
        buttons: [takeBack, cancel, confirm],
        onSubmit: submit,
    });
    choose(chosen);

    /** @param {Way} way */
    function choose(way) {
        chosen = hand.chosen = way;
        showProblem("");
        ways.forEach((other, index) => {
            other.panel.hidden = other !== way;
            tabs[index].setAttribute("aria-selected", String(other === way));
            tabs[index].tabIndex = other === way ? 0 : -1;
        });
        way.shown();
    }

    /** Takes the artwork out of the optional field that the person came from. */
    function empty() {
        if (origin === null) {
            return;
        }
        const current = state.tab(origin);
        ceremony.saving.enter(current, "false");
        ceremony.saving.save(current);
        dialog.close();
        ceremony.announcer.say(text("field.takenBack", { label: current.label }));
    }

    async function submit() {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        confirm.setAttribute("aria-busy", "true");
        showProblem("");
        try {
            const made = await chosen.artwork();
            const session = await ceremony.api.adopt({ kind, ...made, ...origin && { field: origin.id } }, key);
            remember?.note(made);
            state.update((changing) => { changing.session = session; });
            ceremony.announcer.withdraw("action");
            dialog.close();
            if (origin !== null) {
                ceremony.announcer.say(text("adopt.done", { progress: state.progressText }));
            }
            adopted();
        } catch (failure) {
            key = newKey();
            showProblem(failure instanceof Hint ? failure.message : ceremony.sentence(failure));
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

/**
 * What else the adoption changes, and what stays to be done, as sentences. Only fields that are shown count.
 * @param {State} state
 * @param {AdoptionKind} kind
 * @param {Tab|null} origin
 * @returns {string[]}
 */
function consequences(state, kind, origin) {
    const others = placesOf(state, kind).filter((tab) => tab.id !== origin?.id);
    const replaced = others.filter((tab) => state.isDone(tab)).length;
    const left = others.filter((tab) => tab.required && !state.isDone(tab)).length;
    const sentences = [];
    if (replaced > 0) {
        sentences.push(text(`adopt.${kind}.replaced`, { count: replaced }));
    }
    if (left > 0) {
        sentences.push(text(`adopt.${kind}.left`, { count: left }));
    }
    if (others.some((tab) => !tab.required && !state.isDone(tab))) {
        sentences.push(text("adopt.optional"));
    }
    return sentences;
}

"""#),
("adoptdrawn.js", "text/javascript; charset=utf-8", "7d8b27a2af03de82758995ef5df7d5c96eacd0b19794e39070c6c72c80ff3ccc", #"""
// A signature by drawing, with finger, pen or mouse. It is kept as strokes, not as a picture.

import { element, icon, icons } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {{x: number, y: number, t?: number, p?: number}} Point */

const unitsAcross = 1000; // the drawing area's width in the units that the host is sent
const lineWidth = 8; // in those units, as the host makes it

/**
 * @param {AdoptionKind} kind
 * @returns {import("./adopt.js").Way}
 */
export function drawnWay(kind) {
    const canvas = element("canvas", { class: "drawing", role: "img", "aria-label": text("adopt.canvas") });
    const hint = element("p", { class: "drawing-hint", "aria-hidden": "true" }, text("adopt.hint"));
    const undo = element("button", { type: "button", onclick: () => remove(1) }, icon(icons.undo), text("adopt.undo"));
    const clear = element("button", { type: "button", onclick: () => remove(strokes.length) }, text("adopt.clear"));
    const panel = element("div", { id: "panel-drawn", role: "tabpanel", "aria-labelledby": "way-drawn", hidden: true },
        element("div", { class: `drawing-area drawing-${kind}` }, canvas, hint),
        element("div", { class: "drawing-tools" }, undo, clear));

    /** @type {Point[][]} */
    let strokes = [];
    /**
     * The pointer that is drawing.
     * @type {number|null}
     */
    let pointer = null;
    let began = 0;

    canvas.addEventListener("pointerdown", (event) => {
        if (pointer !== null || event.button !== 0) {
            return;
        }
        event.preventDefault();
        pointer = event.pointerId;
        canvas.setPointerCapture(pointer);
        began ||= event.timeStamp;
        strokes.push([point(event)]);
        redraw();
    });
    canvas.addEventListener("pointermove", (event) => {
        if (event.pointerId !== pointer) {
            return;
        }
        const steps = event.getCoalescedEvents?.() ?? [];
        strokes[strokes.length - 1].push(...(steps.length > 0 ? steps : [event]).map(point));
        redraw();
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
        canvas.addEventListener(name, (event) => {
            if (event.pointerId === pointer) {
                pointer = null;
            }
        });
    }
    new ResizeObserver(() => {
        fit();
        redraw();
    }).observe(canvas);

    /**
     * @param {PointerEvent} event
     * @returns {Point}
     */
    function point(event) {
        const box = canvas.getBoundingClientRect();
        const scale = unitsAcross / box.width;
        return {
            x: rounded(within((event.clientX - box.left) * scale, unitsAcross)),
            y: rounded(within((event.clientY - box.top) * scale, box.height * scale)),
            t: Math.max(0, Math.round(event.timeStamp - began)),
            p: event.pointerType === "mouse" || event.pressure === 0 ? 0.5 : rounded(event.pressure),
        };
    }

    /** @param {number} count */
    function remove(count) {
        strokes = strokes.slice(0, strokes.length - count);
        redraw();
    }

    /** Makes a drawing smaller that no longer has room, since the phone was turned. */
    function fit() {
        const height = (unitsAcross * canvas.clientHeight) / canvas.clientWidth;
        const lowest = Math.max(0, ...strokes.map((stroke) => Math.max(...stroke.map(({ y }) => y))));
        if (pointer === null && height > 0 && lowest > height) {
            const scale = height / lowest;
            strokes = strokes.map((stroke) =>
                stroke.map((point) => ({ ...point, x: rounded(point.x * scale), y: rounded(point.y * scale) })));
        }
    }

    function redraw() {
        const ratio = devicePixelRatio;
        const width = Math.round(canvas.clientWidth * ratio);
        const height = Math.round(canvas.clientHeight * ratio);
        hint.hidden = strokes.length > 0;
        undo.disabled = clear.disabled = strokes.length === 0;
        const pen = canvas.getContext("2d");
        if (width === 0 || pen === null) {
            return;
        }
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.clearRect(0, 0, width, height);
        pen.setTransform(width / unitsAcross, 0, 0, width / unitsAcross, 0, 0);
        pen.lineCap = pen.lineJoin = "round";
        pen.strokeStyle = "#000000";
        strokes.forEach((stroke) => drawStroke(pen, stroke));
    }

    return {
        name: "drawn",
        label: text("adopt.draw"),
        panel,
        shown: redraw,
        async artwork() {
            if (strokes.length === 0) {
                throw new Hint(text("adopt.nothingDrawn"));
            }
            // The window may just have changed.
            fit();
            const height = rounded((unitsAcross * canvas.clientHeight) / canvas.clientWidth);
            return { method: "drawn", strokes, width: unitsAcross, height };
        },
        restore(artwork) {
            strokes = artwork.strokes ?? [];
        },
    };
}

/**
 * Draws a stroke through the middles of its points.
 * @param {CanvasRenderingContext2D} pen
 * @param {Point[]} stroke
 */
function drawStroke(pen, stroke) {
    const last = stroke[stroke.length - 1];
    pen.lineWidth = lineWidth;
    pen.beginPath();
    pen.moveTo(stroke[0].x, stroke[0].y);
    for (let index = 1; index < stroke.length; index += 1) {
        const control = stroke[index - 1];
        const point = stroke[index];
        pen.quadraticCurveTo(control.x, control.y, (control.x + point.x) / 2, (control.y + point.y) / 2);
    }
    pen.lineTo(last.x, last.y + 0.01);
    pen.stroke();
}

/**
 * @param {number} value
 * @param {number} most
 */
function within(value, most) {
    return Math.min(Math.max(value, 0), most);
}

/** @param {number} value */
function rounded(value) {
    return Math.round(value * 100) / 100;
}

"""#),
("adoptpicture.js", "text/javascript; charset=utf-8", "b88c0b252fe841b7123de90add6382dca268c454b507ee7ac1dbb7cf9e3babb9", #"""
// A signature from a picture, taken with the camera or chosen: only its ink is kept, black on nothing, and cut out.

import { element } from "./dom.js";
import { Hint } from "./hint.js";
import { inkOf } from "./ink.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

const mostMegabytes = 20;

/**
 * @param {AdoptionKind} kind
 * @returns {import("./adopt.js").Way}
 */
export function pictureWay(kind) {
    const input = element("input", {
        id: "adopt-picture", type: "file", accept: "image/*", "aria-describedby": "adopt-picture-rule adopt-picture-problem",
    });
    const problem = element("p", { class: "problem", id: "adopt-picture-problem", role: "alert" });
    const paper = element("div", { class: `drawing-area picture-area drawing-${kind}`, hidden: true });
    const panel = element("div", { id: "panel-uploaded", role: "tabpanel", "aria-labelledby": "way-uploaded", hidden: true },
        element("label", { for: input.id }, text("adopt.picture.file")),
        input,
        element("p", { class: "quiet-text", id: "adopt-picture-rule" }, text("adopt.picture.rule")),
        problem,
        paper);

    /**
     * The ink of the chosen picture as a PNG file.
     * @type {Promise<string>|null}
     */
    let ink = null;

    input.addEventListener("change", () => {
        const [file] = input.files ?? [];
        paper.hidden = true;
        if (file !== undefined) {
            ink = read(file);
            ink.catch((/** @type {unknown} */ failure) => {
                ink = null;
                problem.textContent = failure instanceof Hint ? failure.message : text("error.unknown");
                input.setAttribute("aria-invalid", "true");
            });
        }
    });

    /** @param {File} file */
    async function read(file) {
        problem.textContent = "";
        input.removeAttribute("aria-invalid");
        if (file.size > mostMegabytes * 1024 * 1024) {
            throw new Hint(text("attach.tooLarge", { megabytes: mostMegabytes }));
        }
        const canvas = await inkOf(file);
        show(canvas);
        return base64(canvas);
    }

    /** @param {HTMLCanvasElement} canvas */
    function show(canvas) {
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", text("adopt.picture.shown"));
        paper.replaceChildren(canvas);
        paper.hidden = false;
    }

    return {
        name: "uploaded",
        label: text("adopt.picture"),
        panel,
        shown() {},
        async artwork() {
            if (ink === null) {
                input.focus();
                throw new Hint(problem.textContent || text("adopt.picture.needed"));
            }
            return { method: "uploaded", picture: await ink };
        },
        restore({ picture }) {
            const kept = new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))], { type: "image/png" });
            ink = inkOf(kept).then((canvas) => {
                show(canvas);
                return String(picture);
            });
            ink.catch(() => { ink = null; });
        },
    };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<string>}
 */
function base64(canvas) {
    return new Promise((resolve, reject) => {
        canvas.toBlob((file) => {
            if (file === null) {
                reject(new Hint(text("adopt.picture.unreadable")));
                return;
            }
            const reader = new FileReader();
            reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1]));
            reader.addEventListener("error", () => reject(reader.error));
            reader.readAsDataURL(file);
        }, "image/png");
    });
}

"""#),
("adopttyped.js", "text/javascript; charset=utf-8", "2e4eb73613cf0c93ff51da6cbba57ef4d9341f74faa871fd526b967809e5e0d1", #"""
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

"""#),
("api.js", "text/javascript; charset=utf-8", "68ffb89ebae970589f63777e1d810647eaa0e90e80506c4bb120928c97a1649b", #"""
// Speaks with the host. Every URL is relative to the page, so the same page works wherever it is served.

import { accessHeaders } from "./access.js";
import { Eventful } from "./events.js";
import { newKey, Refusal as AnyRefusal, Requests } from "./requests.js";
import { language } from "./text.js";

/** @typedef {import("./types.js").Session} Session */
/** @typedef {import("./types.js").FacePreview} FacePreview */
/** @typedef {import("./types.js").Word} Word */
/** @typedef {import("./types.js").SearchHit} SearchHit */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").DocumentPage} DocumentPage */
/** @typedef {import("./types.js").VisitEnd} VisitEnd */

/** The host's answer that it will not do what was asked, with its sentence for the person. */
export class Refusal extends AnyRefusal {
    /**
     * @param {number} status
     * @param {{code?: string, message?: string, fields?: string[], pages?: DocumentPage[], redirect?: string}} detail
     */
    constructor(status, detail) {
        super(status, { code: "unknown", ...detail });
        this.fields = detail.fields ?? [];
        this.pages = detail.pages ?? [];
        this.redirect = detail.redirect ?? null;
    }

    /** Whether nothing is left to do for this person: the envelope was withdrawn, declined, or is signed already. */
    get endsEnvelope() {
        return ["voided", "declined", "already_signed", "already_declined"].includes(this.code);
    }
}

/**
 * @typedef {object} ApiEvents
 * @property {null} answer after every answer: the session has just been used
 * @property {Session} session each session that the host returns, before anybody else sees it
 * @property {string|null} sessionEnd the session has ended; the address to go to, if there is one
 * @property {Refusal} envelopeEnd the host refuses because there is nothing left to do for this person: withdrawn,
 *   declined, signed
 */

/** @extends {Eventful<ApiEvents>} */
export class Api extends Eventful {
    #requests = new Requests({
        headers: () => ({
            "Countersign-Language": language,
            "Countersign-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
            ...accessHeaders(),
        }),
        options: (method, path) => ({
            cache: method === "GET" && path.startsWith("session") ? "no-store" : "default",
            keepalive: path === "shown" || (method === "PUT" && path.startsWith("fields/")),
        }),
        accept: (status, content) => this.#accept(status, content),
    });

    /** @returns {Promise<Session>} */
    session() {
        // As the page itself asks for it beforehand.
        const chosen = new URLSearchParams(location.search).get("lang");
        return this.#requests.read(chosen === null ? "session" : `session?lang=${encodeURIComponent(chosen)}`);
    }

    /**
     * @param {string} address of the page
     * @param {string} version of its document
     * @param {boolean} [isRead] whether a person reads them in place of the picture
     * @returns {Promise<Word[]>}
     */
    async words(address, version, isRead = false) {
        const query = `v=${encodeURIComponent(version)}${isRead ? "&read=1" : ""}`;
        const answer = await this.#requests.read(`${address}/words?${query}`);
        return answer.words;
    }

    /**
     * Finds a text in the documents.
     * @param {string} wanted
     * @param {number} from the number of pages of all documents before the one to begin at
     * @returns {Promise<{hits: SearchHit[], next: number|null}>} `next` is where the search goes on
     */
    search(wanted, from) {
        return this.#requests.read(`search?text=${encodeURIComponent(wanted)}&from=${from}`);
    }

    /** @returns {Promise<Session>} */
    consent() {
        return this.#requests.write("POST", "consent", {});
    }

    /**
     * @param {string} tabId
     * @param {string} value
     * @param {string} key
     * @returns {Promise<Session>}
     */
    fill(tabId, value, key) {
        return this.#requests.write("PUT", `fields/${encodeURIComponent(tabId)}`, { value }, key);
    }

    /**
     * @param {AdoptionKind} kind
     * @param {string} typed
     * @returns {Promise<FacePreview[]>}
     */
    async preview(kind, typed) {
        const answer = await this.#requests.attempt("POST", "signature/preview", { kind, text: typed }, newKey());
        return answer.faces;
    }

    /**
     * @param {object} artwork
     * @param {string} key
     * @returns {Promise<Session>}
     */
    adopt(artwork, key) {
        return this.#requests.write("PUT", "signature", artwork, key);
    }

    /**
     * Puts adopted artwork into several fields at once.
     * @param {string[]} fields
     * @param {string} key
     * @returns {Promise<Session>}
     */
    place(fields, key) {
        return this.#requests.write("POST", "signature/places", { fields }, key);
    }

    /**
     * Puts a signature on a page, or moves one.
     * @param {import("./types.js").Mark} mark
     * @param {string} key
     * @returns {Promise<Session>}
     */
    mark({ id, ...place }, key) {
        return this.#requests.write("PUT", `marks/${encodeURIComponent(id)}`, place, key);
    }

    /**
     * @param {string} id
     * @param {string} key
     * @returns {Promise<Session>}
     */
    removeMark(id, key) {
        return this.#requests.write("DELETE", `marks/${encodeURIComponent(id)}`, {}, key);
    }

    /**
     * Attaches a file in place of an earlier one.
     * @param {string} tabId
     * @param {File} file
     * @param {string} key
     * @returns {Promise<Session>}
     */
    attach(tabId, file, key) {
        return this.#requests.write("PUT", `attachments/${encodeURIComponent(tabId)}`, file, key);
    }

    /**
     * @param {string} tabId
     * @param {string} key
     * @returns {Promise<Session>}
     */
    detach(tabId, key) {
        return this.#requests.write("DELETE", `attachments/${encodeURIComponent(tabId)}`, {}, key);
    }

    /**
     * Reports pages that were in the window. Other requests do not wait for a report, except Finish.
     * @param {DocumentPage[]} pages
     * @returns {Promise<{unserved: DocumentPage[], received: boolean}>} the pages that the host has not served, and
     *   whether a certified delivery has been received
     */
    shown(pages) {
        return this.#requests.attempt("POST", "shown", { pages }, null);
    }

    /**
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    finish(key) {
        return this.#requests.write("POST", "finish", {}, key);
    }

    /** @returns {Promise<VisitEnd>} */
    later() {
        return this.#requests.write("POST", "later", {});
    }

    /**
     * An address at which the visit goes on, on another device.
     * @returns {Promise<{url: string, minutes: number, picture: {size: number, path: string}}>}
     */
    elsewhere() {
        return this.#requests.write("POST", "elsewhere", {});
    }

    /**
     * @param {string} reason
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    decline(reason, key) {
        return this.#requests.write("POST", "decline", { reason }, key);
    }

    /**
     * @param {{name: string, email: string, reason: string}} person
     * @param {string} key
     * @returns {Promise<VisitEnd>}
     */
    delegate(person, key) {
        return this.#requests.write("POST", "delegate", person, key);
    }

    /**
     * @param {number} status
     * @param {any} content
     */
    #accept(status, content) {
        if (status >= 200 && status < 300) {
            this.tell("answer");
            if (content?.rules) {
                this.tell("session", content);
            }
            return content;
        }
        const refusal = new Refusal(status, content?.error ?? {});
        if (status === 401) {
            this.tell("sessionEnd", refusal.redirect ?? content?.redirect ?? null);
        } else if (refusal.endsEnvelope) {
            this.tell("envelopeEnd", refusal);
        }
        throw refusal;
    }
}

/**
 * Where a page's picture and words are found.
 * @param {string} documentId
 * @param {number} page
 */
export function pageAddress(documentId, page) {
    return `documents/${encodeURIComponent(documentId)}/pages/${page}`;
}

"""#),
("app.js", "text/javascript; charset=utf-8", "6ef54ed77f8cec09d4aff334b389699f0035ca33885c3b3e6e9d13dadbcccf56", #"""
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

"""#),
("appearing.js", "text/javascript; charset=utf-8", "c176b0b9205761508da4bf02746e24c9f64e5c8ff810175d9e01e7ddd0ff2b3e", #"""
// Tells people who cannot see it that a choice made fields appear or go away.

import { nameOf } from "./state.js";
import { listedBriefly, text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */

/** @param {Ceremony} ceremony */
export function announceAppearing({ state, announcer }) {
    /** @type {Map<string, Tab>} */
    let known = new Map();
    let isFirst = true;
    state.subscribe(() => {
        const now = new Map((state.readOnly ? [] : state.fillableTabs).map((tab) => [tab.id, tab]));
        const before = known;
        known = now;
        if (isFirst || state.readOnly) {
            isFirst = false;
            return;
        }
        tell("field.appeared", [...now.values()].filter((tab) => !before.has(tab.id)).map((tab) =>
            tab.required ? text("field.name.required", { label: nameOf(tab) }) : nameOf(tab)));
        tell("field.gone", [...before.values()].filter((tab) => !now.has(tab.id)).map(nameOf));
    });

    /**
     * @param {WordKey} key
     * @param {string[]} names
     */
    function tell(key, names) {
        if (names.length > 0) {
            announcer.say(text(key, { count: names.length, labels: listedBriefly(names) }));
        }
    }
}

"""#),
("artwork.js", "text/javascript; charset=utf-8", "9794c715fb594e5f8f08e488c7715695a7a12bcb213399d5f9f054eac040de5e", #"""
// Shows a signature as the vector path that it is.

import { drawing } from "./dom.js";

/** @typedef {import("./types.js").Artwork} Artwork */
/** @typedef {import("./types.js").Evidence} Evidence */

/**
 * A signature with the line below it, where its field has one.
 * @param {Artwork} artwork
 * @param {{width: number, height: number, evidence?: Evidence|null}} field
 */
export function signatureDrawing(artwork, { width, height, evidence = null }) {
    if (evidence === null) {
        return artworkDrawing(artwork, "left");
    }
    const ink = artworkDrawing(artwork, "left");
    for (const [name, value] of Object.entries({ class: "ink", width, height: height - evidence.height })) {
        ink.setAttribute(name, String(value));
    }
    return drawing("svg", {
        class: "artwork", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none",
        "aria-hidden": "true", focusable: "false",
    }, ink, ...evidence.lines.map(({ text, baseline, width: long }) => drawing("text", {
        class: "evidence", x: 0, y: baseline, "font-size": evidence.fontSize, textLength: long,
        lengthAdjust: "spacingAndGlyphs",
    }, text)));
}

/**
 * The adopted path as it will stand in the PDF: filled for a typed signature, a line for a drawn one.
 * @param {{path: string, width: number, height: number, stroke?: number|null}} artwork
 * @param {"left"|"centre"} place in a field it stands at the left, in the middle of the height, as in the PDF
 */
export function artworkDrawing({ path, width, height, stroke }, place) {
    const line = stroke === null || stroke === undefined
        ? { class: "ink-filled" }
        : { class: "ink-line", "stroke-width": stroke };
    return drawing("svg", {
        class: "artwork", viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: place === "left" ? "xMinYMid meet" : "xMidYMid meet",
        "aria-hidden": "true", focusable: "false",
    }, drawing("path", { d: path, ...line }));
}

"""#),
("attachfield.js", "text/javascript; charset=utf-8", "adaa6ccc905c822a143d88a4e28844bcc56dc9bc9ae4c239eb23a786a8254734", #"""
// A place that asks for a file: a button that opens the choice of one, and afterwards shows its name.

import { acceptedFiles, allowsCamera } from "./choosing.js";
import { openDialog } from "./dialog.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {import("./fields.js").Control}
 */
export function attachControl(tab, ceremony) {
    const { state } = ceremony;
    const name = tab.required ? tab.label : text("field.optional", { label: tab.label });
    const label = element("span", { class: "unseen" });
    const shown = element("span", { class: "invitation-text" });
    const button = element("button", {
        type: "button", class: "sign-button attach-button", id: `field-${tab.id}`,
        onclick: () => openAttachment(state.tab(tab), ceremony),
    }, element("span", { class: "invitation" }, icon(icons.clip), label, shown));
    return {
        element: button,
        content: [button],
        update(current) {
            button.disabled = state.readOnly;
            // What is attached is seen by its file's name, and heard with the field's.
            label.textContent = current.filled ? text("attach.field", { label: tab.label }) : "";
            shown.textContent = current.filled ? current.value : name;
            button.title = current.filled ? current.value ?? "" : tab.tooltip ?? name;
            setAttribute(button, "aria-description", !state.readOnly
                && (current.filled ? text("attach.done") : current.required && text("field.required")));
        },
    };
}

/**
 * Asks for a file, or for another one.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 */
function openAttachment(tab, ceremony) {
    const { state, api, announcer } = ceremony;
    const limit = state.session.limits.attachmentBytes;
    const megabytes = Math.floor(limit / (1024 * 1024));
    const file = element("input", {
        id: "attach-file", type: "file", accept: acceptedFiles(), "aria-describedby": "attach-rule attach-problem",
        onchange: () => showProblem(""),
    });
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    const remove = element("button", { type: "button", onclick: () => change(() => api.detach(tab.id, newKey()), "attach.removed") },
        text("attach.remove"));
    const confirm = element("button", { type: "submit", class: "primary" },
        text(tab.filled ? "attach.replace" : "attach.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "attach",
        title: tab.label,
        content: [
            tab.tooltip === null || tab.tooltip === tab.label ? null : element("p", { dir: "auto" }, tab.tooltip),
            element("p", {}, tab.filled
                ? text("attach.current", { count: tab.filePages ?? 1, file: tab.value ?? "" })
                : text("attach.asks", { sender: state.session.envelope.sender.name })),
            element("label", { for: file.id }, text(tab.filled ? "attach.otherFile" : "attach.file")), file,
            element("p", { id: "attach-rule", class: "quiet-text" }, text(allowsCamera() ? "attach.rule" : "attach.rulePDF", { megabytes })),
        ],
        buttons: tab.filled ? [cancel, remove, confirm] : [cancel, confirm],
        onSubmit: submit,
    });
    file.focus();

    function submit() {
        const chosen = file.files?.[0];
        if (chosen === undefined) {
            refuse(text("attach.needed"));
        } else if (chosen.size > limit) {
            refuse(text("attach.tooLarge", { megabytes }));
        } else {
            change(() => api.attach(tab.id, chosen, newKey()), "attach.attached");
        }
    }

    /** @param {string} sentence */
    function refuse(sentence) {
        showProblem(sentence);
        file.focus();
    }

    /**
     * @param {() => Promise<import("./types.js").Session>} request
     * @param {WordKey} done what is said afterwards
     */
    async function change(request, done) {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        confirm.setAttribute("aria-busy", "true");
        announcer.say(text("attach.busy"));
        try {
            const session = await request();
            state.update(() => { state.session = session; });
            dialog.close();
            announcer.say(text(done, { label: tab.label, progress: state.progressText }));
        } catch (failure) {
            refuse(ceremony.sentence(failure));
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

"""#),
("bar.css", "text/css; charset=utf-8", "482bfad8d4daa853dfdf87465058b0efc8603870d7e7fdc1b692d68a30d4d8be", #"""
/* The signing screen: bars with progress and actions, and the documents between them, which scroll for themselves.
   So nothing ever lies over the documents, and the bars stay where they are. */

.signing {
    display: grid;
    grid-template: "bar next actions" auto "notice notice notice" auto "main main main" minmax(6rem, 1fr) / minmax(0, 1fr) auto auto;
    block-size: 100vh;
    block-size: 100dvh;
}

.bar, .next-place, .signing > .actions {
    display: grid;
    align-items: center;
    padding-block: 0.6rem;
    border-block-end: 1px solid var(--line);
    background: var(--surface);
}

.bar {
    grid-area: bar;
    grid-template-columns: minmax(0, 1fr) minmax(14rem, 22rem) auto;
    gap: 0 1.75rem;
    min-block-size: 64px;
    padding-inline: max(1rem, env(safe-area-inset-left)) 1rem;
}

.next-place {
    grid-area: next;
    padding-inline-end: 0.6rem;
}

.signing > .actions {
    display: flex;
    grid-area: actions;
    gap: 0.6rem;
    padding-inline-end: max(1rem, env(safe-area-inset-right));
}

.bar h1 {
    overflow: hidden;
    font-size: 1.0625rem;
    text-overflow: ellipsis;
    white-space: nowrap;
}

.bar-facts p {
    overflow: hidden;
    font-size: 0.875rem;
    line-height: 1.35;
    text-overflow: ellipsis;
    white-space: nowrap;
}

.progress-place {
    position: relative;
    font-size: 0.875rem;
    line-height: 1.35;
}

.progress-text {
    display: block;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
}

.progress-track {
    display: block;
    block-size: 6px;
    margin-block-start: 0.35rem;
    overflow: hidden;
    border-radius: 3px;
    background: var(--line);
}

.progress-fill {
    display: block;
    block-size: 100%;
    border-radius: 3px;
    background: var(--accent);
    transition: inline-size 0.3s ease-out;
}

.saved {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
}

.saved[data-failed="true"] {
    color: var(--danger);
    font-weight: 600;
}

.signing > .actions > button, .next-place > button {
    min-inline-size: 6rem;
}

.bar-view {
    display: flex;
    grid-column: 3;
    gap: 0.6rem;
}

.page-number {
    gap: 0.3em;
    font-variant-numeric: tabular-nums;
}

.zoom {
    display: flex;
}

.zoom button {
    padding-inline: 0;
    border-radius: 0;
}

.zoom button + button {
    margin-inline-start: -1px;
}

.zoom button:first-child {
    border-start-start-radius: var(--radius);
    border-end-start-radius: var(--radius);
}

.zoom button:last-child {
    border-start-end-radius: var(--radius);
    border-end-end-radius: var(--radius);
}

.zoom button:focus-visible {
    z-index: 1;
}

.zoom button[aria-disabled="true"] {
    border-color: var(--edge);
}

.zoom-fit {
    min-inline-size: 3.5rem;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
}

.bar-note {
    grid-column: 2;
    font-size: 0.9375rem;
    line-height: 1.35;
}

.more-place {
    position: relative;
}

.menu {
    position: absolute;
    z-index: 30;
    max-block-size: 70vh;
    max-block-size: 70dvh;
    overflow-y: auto;
    inset-block-start: calc(100% + 6px);
    inset-inline-end: 0;
    min-inline-size: 12rem;
    padding: 6px;
    list-style: none;
    border: 1px solid var(--edge);
    border-radius: 12px;
    background: var(--raised);
    box-shadow: var(--shadow);
}

.menu button {
    justify-content: flex-start;
    inline-size: 100%;
    border-color: transparent;
    background: none;
    font-weight: 500;
}

.consent-actions .menu {
    inset-block: auto calc(100% + 6px);
}

/* "Sign all places", as long as there are some. */

.placing {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    justify-content: flex-end;
    padding: 0.5rem 1rem 0;
    background: var(--surface);
}

.placing:not(:has(button:not([hidden]))) {
    display: none;
}

/* The search, while somebody searches. */

.search {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    align-items: center;
    padding: 0.5rem 0.75rem;
    border-block-end: 1px solid var(--line);
    background: var(--surface);
}

.search input {
    flex: 1 1 6rem;
    min-inline-size: 0;
    max-inline-size: 28rem;
}

/* Its own button ends the search. */
.search input::-webkit-search-cancel-button {
    display: none;
}

.search-count {
    padding-inline: 0.25rem;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
}

.mark-tools {
    display: flex;
    flex-wrap: wrap;
}

.mark-tools[hidden] {
    display: none;
}

.below-bar {
    grid-area: notice;
}

.notice-place {
    grid-area: notice;
    padding-inline: 1rem;
    background: var(--surface);
    max-block-size: 30vh;
    max-block-size: 30dvh;
    overflow-y: auto;
}

.notice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 0.75rem;
    align-items: center;
    margin-block: 0.6rem;
    padding: 0.3rem 0.3rem 0.3rem 0.9rem;
    border: 1px solid var(--notice-line);
    border-radius: var(--radius);
    background: var(--notice);
    color: var(--notice-text);
}

.notice > .icon-only {
    position: sticky;
    inset-block-start: 0;
    align-self: start;
}

.notice-words {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    align-items: center;
}

.notice-words button {
    margin-inline-start: -0.4rem;
    padding-inline: 0.4rem;
}

.notice p {
    padding-block: 0.4rem;
    font-size: 0.9375rem;
    line-height: 1.4;
}

/* Tablets: the progress stands below the title. */

@media (max-width: 63.99rem) {
    .bar {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 1rem;
    }

    .bar-facts p {
        display: none;
    }

    .progress-place, .bar-note {
        grid-area: 2 / 1;
    }

    .bar-view {
        grid-area: 1 / 2 / span 2;
    }

    .page-number {
        padding-inline: 0.6rem;
    }

    .signing > .actions > button, .next-place > button {
        min-inline-size: 0;
    }
}

/* Phones: the actions stand within reach of the thumb. */

@media (max-width: 47.99rem) {
    .signing {
        grid-template:
            "bar bar" auto "notice notice" auto "main main" minmax(6rem, 1fr) "next actions" auto
            / minmax(min-content, 1fr) minmax(min-content, 2fr);
    }

    .bar {
        padding-block: 0.4rem;
    }

    .bar h1 {
        font-size: 1rem;
    }

    .bar-view {
        display: contents;
    }

    .bar {
        grid-template-columns: minmax(0, 1fr) auto auto;
    }

    .zoom {
        grid-area: 1 / 2 / auto / span 2;
        justify-self: end;
    }

    .page-number {
        grid-area: 2 / 3;
        min-block-size: 30px;
        margin-block-start: 0.3rem;
        padding: 0 0.75rem;
        font-size: 0.875rem;
    }

    .progress-place, .bar-note {
        grid-area: 2 / 1 / auto / -1;
        margin-block-start: 0.3rem;
        font-size: 0.8125rem;
    }

    .bar:has(.page-number) .progress-place, .bar:has(.page-number) .bar-note {
        grid-area: 2 / 1 / auto / span 2;
    }

    .next-place, .signing > .actions {
        padding-block: 0.6rem calc(0.6rem + env(safe-area-inset-bottom));
        border-block-start: 1px solid var(--line);
        border-block-end: 0;
    }

    .next-place {
        padding-inline: 12px 8px;
    }

    .next-place:has([hidden]) {
        padding-inline-end: 0;
    }

    /* Where long words need two lines, the menu opens from the upper one and covers no button. */
    .signing > .actions {
        flex-wrap: wrap-reverse;
        gap: 8px;
        padding-inline-end: 12px;
    }

    .signing > .actions > button, .next-place > button, .more-place {
        flex: 1;
        min-inline-size: max-content;
        padding-inline: 12px;
    }

    .signing .more-place {
        padding: 0;
    }

    .signing .more-place > button {
        inline-size: 100%;
        padding-inline: 12px;
    }

    .signing > .actions .menu {
        inset-block: auto calc(100% + 6px);
    }
}

@media (max-width: 24.5rem) {
    .signing > .actions > button, .next-place > button, .signing .more-place > button {
        padding-inline: 8px;
        font-size: 0.9375rem;
    }
}

@media (forced-colors: active) {
    .progress-track {
        border: 1px solid CanvasText;
    }

    .progress-fill {
        background: Highlight;
        forced-color-adjust: none;
    }

    .zoom button[aria-disabled="true"] {
        color: GrayText;
    }
}

"""#),
("bar.js", "text/javascript; charset=utf-8", "3ccda06945c0cb9a5de299611fb09bfa5a23d48c392ba22677436380460fd14a", #"""
// The bars around the documents: what is to be signed, how far it is, and what can be done.

import { element, setAttribute } from "./dom.js";
import { markTools } from "./marks.js";
import { moreMenu } from "./moremenu.js";
import { pageNumber } from "./pagenumber.js";
import { placing } from "./placing.js";
import { search } from "./search.js";
import { text } from "./text.js";
import { zoomButtons } from "./zoombuttons.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./navigation.js").Guide} Guide */

/**
 * What stands before the documents and what after them in the order of the Tab key: Next leads into them, and behind
 * the last field comes Finish.
 * @param {Ceremony} ceremony
 * @param {import("./documentview.js").DocumentView} view
 * @param {Guide} guide
 * @param {Marks|null} marks where the signer chooses the place
 * @returns {{before: HTMLElement[], after: HTMLElement}}
 */
export function bars(ceremony, view, guide, marks) {
    const { state, announcer } = ceremony;
    const { row, open } = search(ceremony, view);
    const more = moreMenu(ceremony, { print: view.canPrint ? () => view.print() : null, search: open });
    const { envelope } = state.session;
    const facts = element("div", { class: "bar-facts" },
        element("h1", { tabindex: "-1", dir: "auto" }, envelope.subject),
        element("p", { class: "quiet-text" }, text("document.from", { sender: envelope.sender.name })));
    const middle = state.readOnly ? note(ceremony) : progress(ceremony);
    const head = element("header", { class: "bar" }, facts, middle,
        element("div", { class: "bar-view" }, pageNumber(view, announcer), zoomButtons(view.zoom)));
    const { notice } = announcer;
    if (state.readOnly) {
        return { before: [head, element("div", { class: "below-bar" }, row, notice)], after: wayBack(ceremony, more) };
    }
    const { next, end, focusOnward } = actions(ceremony, guide, more);
    const below = element("div", { class: "below-bar" }, row,
        marks === null ? placing(ceremony, focusOnward) : markTools(state, marks, guide), notice);
    return { before: [head, next, below], after: end };
}

/** @param {Ceremony} ceremony */
function note({ state }) {
    const words = element("p", { class: "bar-note", role: "status" });
    state.subscribe(() => { words.textContent = text(readNote(state.session)); });
    return words;
}

/**
 * Why there is nothing to do, or only to read.
 * @param {import("./types.js").Session} session
 */
function readNote({ recipient, finished }) {
    if (!finished) {
        return "read.toRead";
    }
    if (recipient.status !== "completed") {
        return "read.closed";
    }
    return recipient.signs ? "read.signed" : "read.received";
}

/**
 * @param {Ceremony} ceremony
 * @param {HTMLElement} more
 */
function wayBack(ceremony, more) {
    return element("section", { class: "actions", "aria-label": text("document.actions") },
        element("button", { type: "button", class: "primary", onclick: () => ceremony.close() }, text("action.close")),
        more);
}

/** @param {Ceremony} ceremony */
function progress({ state, saving, announcer }) {
    const label = element("span", { class: "progress-text" });
    const fill = element("span", { class: "progress-fill" });
    const meter = element("div", { class: "progress", role: "progressbar", "aria-label": text("progress.label") },
        label, element("span", { class: "progress-track" }, fill));
    const saved = element("p", { class: "saved quiet-text" });
    let hasWritten = false;
    let wrongBefore = 0;
    state.subscribe(() => {
        const total = state.requiredItems.length + (state.session.rules.free ? 1 : 0);
        const missing = state.missingItems.length + (state.needsMark ? 1 : 0);
        const done = total - missing;
        const wrong = missing + [...state.drafts.values()].filter((draft) => draft.status === "refused").length;
        if (wrong < wrongBefore) {
            // What a notice said about it is no longer true.
            announcer.withdraw("action");
        }
        wrongBefore = wrong;
        label.textContent = state.progressText;
        meter.dataset.count = text("progress.short", { done, count: total });
        meter.setAttribute("aria-valuemin", "0");
        meter.setAttribute("aria-valuemax", String(total));
        meter.setAttribute("aria-valuenow", String(done));
        meter.setAttribute("aria-valuetext", state.progressText);
        fill.style.inlineSize = total === 0 ? "100%" : `${(100 * done) / total}%`;

        const waiting = [...state.drafts.values()].filter((draft) => draft.status === "saving").length;
        hasWritten ||= waiting > 0;
        saved.dataset.failed = String(saving.hasFailed);
        saved.textContent = saving.hasFailed
            ? text("saving.failed")
            : waiting > 0 ? text("saving.saving") : hasWritten && state.drafts.size === 0 ? text("saving.saved") : "";
    });
    return element("div", { class: "progress-place" }, meter, saved);
}

/**
 * @param {Ceremony} ceremony
 * @param {Guide} guide
 * @param {HTMLElement} more
 * @returns {{next: HTMLElement, end: HTMLElement, focusOnward: () => void}}
 */
function actions(ceremony, guide, more) {
    const { state } = ceremony;
    const finish = element("button", { type: "button", onclick: () => ceremony.finish() }, text("action.finish"));
    guide.on("finish", () => finish.focus({ preventScroll: true }));
    const next = element("button", { type: "button", class: "primary", onclick: () => guide.goToNext() });
    state.subscribe(() => {
        const complete = state.missingItems.length === 0 && !state.needsMark && state.unseenPages.length === 0;
        const leadsNowhere = complete && state.session.rules.nextOnlyToBlankRequired;
        state.started ||= hasBegun(state);
        next.textContent = text(state.started ? "action.next" : "action.start");
        next.className = complete ? "" : "primary";
        finish.className = complete ? "primary" : "";
        setAttribute(finish, "aria-busy", state.leaving && "true");
        if (leadsNowhere && document.activeElement === next) {
            finish.focus({ preventScroll: true });
        }
        next.hidden = leadsNowhere;
    });
    const end = element("section", { class: "actions", "aria-label": text("document.actions") },
        finish, more);
    const focusOnward = () => (next.hidden ? finish : next).focus({ preventScroll: true });
    return { focusOnward, end, next: element("nav", { class: "next-place", "aria-label": text("next.label") }, next) };
}

/**
 * Whether something was entered or adopted, now or before.
 * @param {import("./state.js").State} state
 */
function hasBegun({ session, drafts, requiredItems }) {
    return drafts.size > 0 || session.signature !== null || session.initials !== null
        || requiredItems.some((item) => item.isDone);
}

"""#),
("brand.js", "text/javascript; charset=utf-8", "052222f963f384ef02332d0007f2d41cd3770325c03d78a1ad45e1cfd039a437", #"""
// How the sender's account appears on the first and the last screen: its name or logo, and its colours.

import { loadInto } from "./access.js";
import { element } from "./dom.js";

/** @type {{path: string, picture: HTMLImageElement}|null} */
let logo = null;

/**
 * The band with the name or logo. The colours reach the style sheets as custom properties.
 * @param {import("./types.js").Brand|null} brand
 * @returns {HTMLElement|null}
 */
export function brandBand(brand) {
    if (!brand) {
        return null;
    }
    const root = document.documentElement;
    for (const [name, value] of Object.entries({
        "--brand-header": brand.header, "--brand-header-text": brand.headerText,
        "--brand-button": brand.button, "--brand-button-text": brand.buttonText,
    })) {
        if (value) {
            root.style.setProperty(name, value);
        }
    }
    if (!brand.logo) {
        return element("div", { class: "brand" }, brand.name);
    }
    // Kept for the last screen, which appears when the session has ended and the logo can no longer be loaded.
    if (logo?.path !== brand.logo) {
        logo = { path: brand.logo, picture: element("img", { alt: brand.name }) };
        loadInto(logo.picture, brand.logo);
    }
    return element("div", { class: "brand" }, logo.picture);
}

"""#),
("callouts.js", "text/javascript; charset=utf-8", "fab338f5858b9858b0a5328b9c0dffcb3f3b07e3d684bbb214bf33366875bfda", #"""
// Finds room for what is written beside a field: its label while it is pointed at or in focus, and what is wrong with it.

const gap = 5; // pixels between a field and its label

const farthest = 240; // pixels from a field, behind its neighbours

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{box: Box, isAnswer: boolean}} Other */

/**
 * Puts the label and the note of a field where they cover no answer: above it, below it or beside it. A label for which
 * there is no such place is not shown; a note always is.
 * @param {HTMLElement} frame the field's
 */
export function placeCallouts(frame) {
    const sheet = frame.closest(".sheet");
    const control = frame.querySelector(".text-input, select, .sign-button, .check-area");
    if (sheet === null || control === null || frame.hidden) {
        return;
    }
    const paper = sheet.getBoundingClientRect();
    const own = control.getBoundingClientRect();
    /** @type {Other[]} */
    const others = [];
    for (const other of sheet.querySelectorAll(".field:not([hidden])")) {
        const shown = other === frame ? null : other.querySelector(".text-input, select, .sign-button, .check-area");
        if (shown !== null) {
            const isAnswer = other.matches(".is-done, .is-still, .is-refused, :focus-within");
            others.push({ box: shown.getBoundingClientRect(), isAnswer });
        }
        const note = other === frame ? null : other.querySelector(".field-note:not([hidden])");
        if (note !== null) {
            others.push({ box: note.getBoundingClientRect(), isAnswer: true });
        }
    }
    const note = frame.querySelector(":scope > .field-note:not([hidden])");
    if (note instanceof HTMLElement) {
        const sides = ["below", "above", "end", "start"];
        const box = free(note, sides, others) ?? near(note, sides) ?? beside(note, "below");
        move(note, box);
        others.push({ box, isAnswer: true });
    }
    const tools = frame.querySelector(":scope > .date-tools:not([hidden])");
    if (tools instanceof HTMLElement && frame.contains(document.activeElement)) {
        const sides = ["below", "above", "end", "start"];
        const box = free(tools, sides, others) ?? free(tools, sides, others.filter((other) => other.isAnswer))
            ?? near(tools, sides) ?? beside(tools, "below");
        move(tools, box);
        others.push({ box, isAnswer: true });
    }
    const label = frame.querySelector(".field-label");
    if (label instanceof HTMLElement) {
        const sides = ["above", "below", "end", "start"];
        const answers = others.filter((other) => other.isAnswer);
        const box = free(label, sides, others) ?? free(label, sides, answers) ?? near(label, sides);
        label.classList.toggle("is-crowded-out", box === undefined);
        if (box !== undefined) {
            move(label, box);
        }
    }

    /**
     * The first place right at the field where none of these is covered.
     * @param {HTMLElement} callout
     * @param {string[]} sides
     * @param {Other[]} taken
     */
    function free(callout, sides, taken) {
        return sides.map((side) => beside(callout, side)).find((box) =>
            isOnPaper(box) && !taken.some((other) => overlap(box, other.box)));
    }

    /**
     * The nearest place behind those fields that lie right at this one.
     * @param {HTMLElement} callout
     * @param {string[]} sides
     */
    function near(callout, sides) {
        const found = sides.map((side) => {
            let box = beside(callout, side);
            let far = 0;
            for (let other = others.find((one) => overlap(box, one.box)); other !== undefined && far < farthest;) {
                const by = distancePast(other.box, box, side);
                box = moved(box, side, by);
                // Above or below another field it would seem to be about that one.
                far += side === "above" || side === "below" ? 4 * by : by;
                other = others.find((one) => overlap(box, one.box));
            }
            return { box, far };
        });
        return found.filter(({ box, far }) => far < farthest && isOnPaper(box))
            .sort((one, other) => one.far - other.far)[0]?.box;
    }

    /** @param {Box} box */
    function isOnPaper(box) {
        return box.left >= paper.left && box.right <= paper.right && box.top >= paper.top && box.bottom <= paper.bottom;
    }

    /**
     * @param {HTMLElement} callout
     * @param {string} side
     * @returns {Box}
     */
    function beside(callout, side) {
        const { width, height } = callout.getBoundingClientRect();
        const left = side === "start" ? own.left - gap - width
            : side === "end" ? own.right + gap
                : Math.max(paper.left, Math.min(own.left, paper.right - width));
        const top = side === "above" ? own.top - gap - height
            : side === "below" ? own.bottom + gap
                : (own.top + own.bottom - height) / 2;
        return { left, top, right: left + width, bottom: top + height };
    }

    /**
     * @param {HTMLElement} callout
     * @param {Box} box
     */
    function move(callout, box) {
        const origin = frame.getBoundingClientRect();
        callout.style.left = `${box.left - origin.left}px`;
        callout.style.top = `${box.top - origin.top}px`;
    }
}

/**
 * How far a box has to go towards that side to be past another one.
 * @param {Box} other
 * @param {Box} box
 * @param {string} side
 */
function distancePast(other, box, side) {
    switch (side) {
    case "above": return box.bottom - other.top + gap;
    case "below": return other.bottom - box.top + gap;
    case "end": return other.right - box.left + gap;
    default: return box.right - other.left + gap;
    }
}

/**
 * @param {Box} box
 * @param {string} side
 * @param {number} by pixels
 * @returns {Box}
 */
function moved({ left, top, right, bottom }, side, by) {
    const across = side === "end" ? by : side === "start" ? -by : 0;
    const down = side === "below" ? by : side === "above" ? -by : 0;
    return { left: left + across, top: top + down, right: right + across, bottom: bottom + down };
}

/**
 * Places again what is to be seen: some field has become larger or smaller, or come into focus.
 * @param {Element|null|undefined} area
 */
export function placeCalloutsAgain(area) {
    for (const frame of area?.querySelectorAll(".field:focus-within, .field:has(> .field-note:not([hidden]))") ?? []) {
        placeCallouts(/** @type {HTMLElement} */ (frame));
    }
}

/**
 * @param {Box} one
 * @param {Box} other
 */
export function overlap(one, other) {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

"""#),
("ceremony.js", "text/javascript; charset=utf-8", "5e28b796af740b77baeb22adcf8e0fb8a6c2c593bddf2f4a55eb57006aa359d4", #"""
// The ceremony from consent to the last act: what each screen may ask for.

import { Refusal } from "./api.js";
import { closingScreen, leaveTo, ownClosing } from "./closing.js";
import { copyLinks } from "./copies.js";
import { consentScreen } from "./consent.js";
import { embedding } from "./embedding.js";
import { newKey, Unreachable } from "./requests.js";
import { Saving } from "./saving.js";
import { signingScreen } from "./signing.js";
import { nameOf } from "./state.js";
import { listedBriefly, text } from "./text.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./announcer.js").Announcer} Announcer */
/** @typedef {import("./types.js").Closing} Closing */
/** @typedef {import("./types.js").VisitEnd} VisitEnd */
/** @typedef {"signed"|"declined"|"delegated"|"othersDeclined"|"later"|"voided"|"viewed"} Ending */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Tab} Tab */

export class Ceremony {
    /**
     * The document's screen, while it is shown.
     * @type {import("./signing.js").SigningScreen|null}
     */
    #screen = null;
    /**
     * One key over all attempts to finish with the same entries.
     * @type {string|null}
     */
    #finishKey = null;
    #show;

    /**
     * @param {State} state
     * @param {Api} api
     * @param {Announcer} announcer
     * @param {(content: HTMLElement[], title: string) => void} show
     * @param {import("./memory.js").Memory|null} memory what this device remembers for the person
     */
    constructor(state, api, announcer, show, memory) {
        this.state = state;
        this.api = api;
        this.announcer = announcer;
        this.memory = memory;
        this.saving = new Saving(state, api, announcer);
        this.#show = show;
        // After the change that brought the news is complete.
        state.on("corrected", () => queueMicrotask(() => state.leaving || this.#beginAgain()));
        api.on("envelopeEnd", () => {
            // Who is leaving hears of it from the answer to their last request.
            if (!state.leaving) {
                this.#reopen();
            }
        });
    }

    /** Shows the screen that the session calls for. */
    begin() {
        const { envelope, recipient, closing, rules } = this.state.session;
        this.#screen = null;
        if (rules.preview && recipient.consented) {
            this.announcer.warn(text("preview.note"), "preview");
        }
        if (closing !== null) {
            this.#close(overAs(envelope.status, recipient.status), { redirect: null, closing });
        } else if (recipient.consented || this.state.readOnly) {
            const title = this.state.readOnly ? "title.read" : "title.sign";
            this.#screen = signingScreen(this);
            this.#show(this.#screen.content, text(title, { subject: envelope.subject }));
        } else {
            this.#show([consentScreen(this)], text("title.consent", { subject: envelope.subject }));
        }
    }

    async consent() {
        this.state.session = await this.api.consent();
        embedding.tell("consented");
        this.begin();
    }

    /** Signs the document, or leads to what is missing. */
    async finish() {
        if (this.state.leaving) {
            return;
        }
        await this.saving.flush();
        await this.#screen?.marks?.flush();
        if (!this.#isComplete()) {
            return;
        }
        this.#finishKey ??= newKey();
        const key = this.#finishKey;
        const request = async () => {
            // The host refuses a signature on a page that was not reported as shown.
            await this.#screen?.seen.settle();
            return this.api.finish(key);
        };
        await this.#leave("signed", text("finish.busy"), request, (failure) => {
            if (failure instanceof Refusal) {
                this.#finishKey = null;
                this.#leadTo(failure.fields);
                if (failure.pages.length > 0) {
                    this.#screen?.guide.goToPage(failure.pages[0].documentId, failure.pages[0].page);
                }
            }
        });
    }

    /** Goes away with everything kept that the host keeps; asks first where it does not have an entry. */
    async later() {
        if (this.state.leaving) {
            return;
        }
        const { keepsEntries } = this.state.session.rules;
        if (keepsEntries) {
            await this.saving.flush();
            const left = this.state.session.tabs.find((tab) => this.state.drafts.has(tab.id));
            if (left !== undefined) {
                this.announcer.warn(text("later.refused", { label: nameOf(left) }), "action",
                    { label: text("later.anyway"), act: () => this.#goLater("later.busy") });
                this.#screen?.guide.goTo(left);
                return;
            }
        }
        await this.#goLater(keepsEntries ? "later.busy" : "unkept.busy");
    }

    /** @param {"later.busy"|"unkept.busy"} busy */
    async #goLater(busy) {
        await this.#leave("later", text(busy), () => this.api.later());
    }

    /** Leaves a document that could only be read. */
    async close() {
        await this.#leave("viewed", text("later.busy"), () => this.api.later());
    }

    /**
     * Declines to sign. Throws the host's refusal.
     * @param {string} reason
     * @param {string} key
     */
    async decline(reason, key) {
        const end = await this.api.decline(reason, key);
        this.state.update((state) => { state.leaving = true; });
        this.#close("declined", end);
    }

    /**
     * Puts somebody else in this person's place, which ends the visit. Throws the host's refusal.
     * @param {{name: string, email: string, reason: string}} person
     * @param {string} key
     */
    async delegate(person, key) {
        const end = await this.api.delegate(person, key);
        this.state.update((state) => { state.leaving = true; });
        // Closed first, since a dialog gives the focus back to where it was.
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.#close("delegated", end);
    }

    /**
     * The sentence that tells a person what went wrong.
     * @param {unknown} failure
     */
    sentence(failure) {
        if (failure instanceof Unreachable) {
            return text("error.unreachable");
        }
        return failure instanceof Refusal && failure.message ? failure.message : text("error.unknown");
    }

    /** @param {unknown} failure */
    showFailure(failure) {
        if (!(failure instanceof Refusal && failure.status === 401)) {
            this.announcer.warn(this.sentence(failure), "action");
        }
    }

    /** Whether every entry is at the host and no required field is empty; says what is not. */
    #isComplete() {
        const refused = this.state.session.tabs.find((tab) => this.state.drafts.get(tab.id)?.status === "refused");
        if (refused !== undefined) {
            this.announcer.warn(text("finish.refused", { label: nameOf(refused) }), "action");
            this.#screen?.guide.goTo(refused);
            return false;
        }
        const view = this.#screen?.view;
        // The first page, and pages with fields.
        const unread = view?.pages.find((page) =>
            (page.number === 1 || page.items.length > 0) && view.hasFailed(page));
        if (unread !== undefined) {
            this.announcer.warn(text("finish.unread", { page: unread.number, name: unread.file.name }), "action");
            this.#screen?.guide.goToPage(unread.file.id, unread.number);
            return false;
        }
        if (this.state.needsMark) {
            this.announcer.warn(text("finish.unplaced"), "action");
            this.#screen?.guide.goToPlacing();
            return false;
        }
        const missing = this.state.missingTabs;
        if (missing.length > 0) {
            const labels = listedBriefly(missing.map(nameOf));
            this.announcer.warn(text("finish.missing", { count: missing.length, labels }), "action");
            this.#screen?.guide.goTo(missing[0]);
            return false;
        }
        const unmet = this.state.session.groups.find((group) => !group.met);
        if (unmet !== undefined && this.state.drafts.size === 0) {
            this.announcer.warn(text("finish.group", { label: unmet.label, rule: unmet.rule }), "action");
            this.#leadTo(unmet.tabs);
            return false;
        }
        return this.state.drafts.size === 0;
    }

    /** @param {string[]} fields */
    #leadTo(fields) {
        const first = this.state.session.tabs.find((tab) => fields.includes(tab.id));
        if (first !== undefined) {
            this.#screen?.guide.goTo(first);
        }
    }

    /**
     * The last request of a session, and the way out.
     * @param {Ending} ending
     * @param {string} busy
     * @param {() => Promise<VisitEnd>} request
     * @param {(failure: unknown) => void} [failed]
     */
    async #leave(ending, busy, request, failed = () => {}) {
        if (this.state.leaving) {
            return;
        }
        this.state.update((state) => { state.leaving = true; });
        this.announcer.withdraw("action");
        this.announcer.say(busy);
        try {
            const end = await request();
            if (end.redirect === null && ending !== "later") {
                // What there is to download depends on whether everybody has signed.
                await this.api.session().then((session) => { this.state.session = session; }, () => {});
            }
            this.#close(ending, end);
        } catch (failure) {
            if (failure instanceof Refusal && failure.redirect !== null) {
                const { redirect } = failure;
                this.#close(failure.code === "already_declined" ? "declined" : "signed", { redirect, closing: null });
                return;
            }
            this.state.update((state) => { state.leaving = false; });
            if (failure instanceof Refusal && failure.endsEnvelope) {
                await this.#reopen();
                return;
            }
            this.showFailure(failure);
            failed(failure);
        }
    }

    /** Draws everything anew after the sender has changed something; entries stay. */
    #beginAgain() {
        this.state.clearViews();
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.begin();
        this.announcer.warn(text("corrected", { sender: this.state.session.envelope.sender.name }), "action");
    }

    /** Shows that the envelope was withdrawn, declined, or signed in another window. */
    async #reopen() {
        try {
            this.state.session = await this.api.session();
        } catch {
            return;
        }
        this.state.drafts.clear();
        document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
        this.announcer.withdraw("action");
        this.begin();
    }

    /**
     * @param {Ending} ending
     * @param {VisitEnd} end
     */
    #close(ending, { redirect, closing }) {
        this.state.clearViews();
        tellEnding(ending, redirect, closing, this.state);
        const leaving = !embedding.isFramed && leaveTo(redirect);
        const { session } = this.state;
        const copies = ["signed", "viewed"].includes(ending) && !leaving ? copyLinks(session) : [];
        const words = closing ?? ownClosing("left");
        this.#show([closingScreen(words, { brand: session.envelope.brand, copies, leaving })], text("title.closing"));
    }
}

/**
 * Tells the page around a frame how the visit has ended.
 * @param {Ending} ending
 * @param {string|null} redirect where the sender wants the browser to go
 * @param {Closing|null} closing
 * @param {State} state
 */
function tellEnding(ending, redirect, closing, state) {
    switch (ending) {
        case "signed":
            embedding.tell("completed", { redirect });
            break;
        case "declined":
            // Also shown to somebody who comes back after declining, which is no news.
            if (state.leaving) {
                embedding.tell("declined", { declineReason: state.declineReason.trim(), redirect });
            } else {
                embedding.tell("error", { code: "declined", message: closing?.title ?? "" });
            }
            break;
        case "delegated":
            embedding.tell("delegated");
            break;
        case "later": case "viewed":
            embedding.tell("closed");
            break;
        case "voided": case "othersDeclined":
            embedding.tell("error", { code: ending === "voided" ? "voided" : "declined", message: closing?.title ?? "" });
            break;
        default:
            break;
    }
}

/**
 * How a visit to an envelope ends that nobody can sign any more.
 * @param {string} status the envelope's
 * @param {string} own the recipient's
 * @returns {Ending}
 */
function overAs(status, own) {
    if (status === "voided") {
        return "voided";
    }
    return own === "declined" ? "declined" : "othersDeclined";
}

"""#),
("choicefields.js", "text/javascript; charset=utf-8", "bdedd098161916c859590a4d7b9ad049f0e982d39651d06280fefb4bb5237e13", #"""
// Controls with which one of several things is chosen: radio buttons and lists.

import { element, setAttribute } from "./dom.js";
import { fieldFont, naturalWidth } from "./measure.js";
import { isFillable, nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */

const arrow = 28; // pixels beside the words of a list
const smallest = 8; // pixels: the words of a list are cut rather than that they are set smaller

/**
 * A radio button; those of one group share a name, so that arrow keys lead from one to the next.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function radioControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const name = text("field.radio", { group: tab.group ?? "", choice: tab.choice ?? tab.label });
    const button = element("input", { id, type: "radio", name: `group-${tab.group}` });
    const label = element("label", { class: "field-label", for: id }, name);
    button.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, "true");
        saving.save(current);
    });
    return {
        element: button,
        content: [
            element("span", { class: "check-area" }, button),
            element("span", { class: "check-box radio-box" }),
            label,
        ],
        update(current) {
            button.checked = state.value(current) === "true";
            button.disabled = state.readOnly || !isFillable(current);
            describeGroup(button.closest(".choices"), current, state);
        },
    };
}

/**
 * Says what the element around the buttons of a group is, while one of them is shown.
 * @param {Element|null} place
 * @param {Tab} tab one of the buttons
 * @param {import("./state.js").State} state
 */
function describeGroup(place, tab, state) {
    if (place === null) {
        return;
    }
    const shown = state.session.tabs.filter((other) =>
        other.kind === "radio" && other.group === tab.group && other.page === tab.page && other.shown);
    setAttribute(place, "role", shown.length > 0 && "radiogroup");
    setAttribute(place, "aria-label", shown.length > 0 && nameOf(tab));
    setAttribute(place, "aria-required", shown.some((other) => other.required && isFillable(other)) && "true");
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function listControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const list = element("select", { id },
        element("option", { value: "" }, text("field.choose")),
        ...tab.options.map((option) => element("option", { value: option.value }, option.text)));
    const label = element("label", { class: "field-label", for: id }, tab.label);
    list.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, list.value);
        saving.save(current);
    });
    return {
        element: list,
        content: [label, list],
        update(current) {
            list.value = state.value(current);
            list.disabled = state.readOnly || state.leaving || !isFillable(current);
            // What is chosen stands in one line beside the arrow, whatever room there is.
            const width = naturalWidth(list.selectedOptions[0]?.text ?? "", 1, fieldFont);
            list.parentElement?.style.setProperty("--whole-text",
                `max(${smallest}px, (var(--box-width) - ${arrow}px) / ${width})`);
        },
    };
}

"""#),
("choicelist.js", "text/javascript; charset=utf-8", "561839f3d95ac9ca03f3187ed2755ebc7de5dc3162e0895858f414fe51eeee06", #"""
// Choices of the document as a list with their labels, for fingers.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { isFillable, nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Ceremony} ceremony
 * @param {Field[]} fields
 * @param {Field} first what the finger was nearest to
 */
export function openChoices(ceremony, fields, first) {
    const { state } = ceremony;
    if (state.readOnly || state.leaving) {
        return;
    }
    const tabs = wholeGroups(ceremony, fields.map(({ tab }) => tab));
    const groups = new Map(tabs.map((tab) => [nameOfGroup(ceremony, tab), /** @type {Tab[]} */ ([])]));
    tabs.forEach((tab) => groups.get(nameOfGroup(ceremony, tab))?.push(tab));
    const isOneQuestion = groups.size === 1 && tabs[0].kind === "radio";
    let last = first.tab;
    /** @type {Map<string, HTMLInputElement>} */
    const inputs = new Map();

    /** @param {Tab} tab */
    function row(tab) {
        const input = element("input", {
            type: tab.kind === "radio" ? "radio" : "checkbox", name: `list-${tab.kind === "radio" ? tab.group : tab.id}`,
            checked: state.value(tab) === "true",
            onchange: () => {
                const current = state.tab(tab);
                last = current;
                ceremony.saving.enter(current, String(input.checked));
                ceremony.saving.save(current);
            },
            // What a finger or a mouse has chosen is chosen; arrow keys lead on.
            onclick: (/** @type {PointerEvent} */ event) => {
                if (isOneQuestion && event.detail > 0) {
                    setTimeout(() => dialog.close());
                }
            },
        });
        inputs.set(tab.id, input);
        const name = tab.kind === "radio" ? tab.choice ?? tab.label : tab.label;
        return element("label", { class: "choice" }, input, element("span", {}, name));
    }

    const { dialog } = openDialog({
        name: "choices",
        title: groups.size === 1 ? [...groups.keys()][0] : text("choices.title"),
        content: [...groups].map(([name, members]) => element("fieldset", { class: "choice-list" },
            element("legend", { class: groups.size === 1 ? "unseen" : null }, name),
            ...rule(ceremony, members),
            ...members.map(row))),
        buttons: [element("button", { type: "submit", class: "primary" }, text("choices.done"))],
        onSubmit: () => dialog.close(),
        onClosed: () => document.getElementById(`field-${last.id}`)?.focus({ preventScroll: true }),
    });
    inputs.get(first.tab.id)?.focus();
}

/**
 * The choices, and the others of their groups.
 * @param {Ceremony} ceremony
 * @param {Tab[]} tabs
 */
function wholeGroups({ state }, tabs) {
    const ids = new Set(tabs.map((tab) => tab.id));
    const buttons = new Set(tabs.filter((tab) => tab.kind === "radio").map((tab) => tab.group));
    const boxes = new Set(state.session.groups.map((group) => group.tabs)
        .filter((members) => members.some((id) => ids.has(id))).flat());
    return state.session.tabs.filter((tab) => isFillable(tab) && (ids.has(tab.id) || boxes.has(tab.id)
        || (tab.kind === "radio" && buttons.has(tab.group))));
}

/**
 * @param {Ceremony} ceremony
 * @param {Tab} tab
 */
function nameOfGroup({ state }, tab) {
    if (tab.kind === "radio") {
        return nameOf(tab);
    }
    return state.session.groups.find((group) => group.tabs.includes(tab.id))?.label ?? text("choices.boxes");
}

/**
 * What the sender asks of a group of check boxes.
 * @param {Ceremony} ceremony
 * @param {Tab[]} members
 */
function rule({ state }, members) {
    const group = state.session.groups.find(({ tabs }) => tabs.includes(members[0].id));
    return group === undefined ? [] : [element("p", { class: "quiet-text" }, group.rule)];
}

"""#),
("choices.css", "text/css; charset=utf-8", "2b90c0309cf8fd2b503576f2d711d90780163b1c22cd22c49c362d061e9f6abe", #"""
/* Fields in which something is chosen: boxes, radio buttons, dates. */

/* Check boxes: the box as large as in the document, the place to hit never too small. */

.check-area {
    position: absolute;
    inset: 50% auto auto 50%;
    display: grid;
    inline-size: calc(100% + var(--reach-inline, 0px));
    block-size: calc(100% + var(--reach-block, 0px));
    border-radius: 4px;
    place-items: center;
    transform: translate(-50%, -50%);
}

.check-area input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    appearance: none;
    cursor: pointer;
    outline: none;
}

.check-box {
    position: absolute;
    inset: 50% auto auto 50%;
    display: grid;
    inline-size: max(100%, min(15px, 100% + var(--reach-box, 0px)));
    block-size: max(100%, min(15px, 100% + var(--reach-box, 0px)));
    border: 1.5px solid var(--edge-of-field, #5d6b6a);
    border-radius: 3px;
    background: var(--ground-of-field, transparent);
    color: var(--ink);
    pointer-events: none;
    place-items: center;
    transform: translate(-50%, -50%);
}

.check-area:hover + .check-box {
    border-color: var(--ink);
}

.check-box .icon {
    inline-size: 88%;
    block-size: 88%;
    stroke-width: 3.5;
    visibility: hidden;
}

.check-area:has(:checked) + .check-box .icon {
    visibility: visible;
}

/* Radio buttons: as check boxes, round. */

.radio-box {
    border-radius: 50%;
}

.radio-box::after {
    display: none;
    inline-size: 54%;
    block-size: 54%;
    border-radius: 50%;
    background: currentcolor;
    content: "";
}

.check-area:has(:checked) + .radio-box::after {
    display: block;
}

/* Lies over choices that are too close together for a finger. */
.crowd {
    position: absolute;
    z-index: 4;
    min-inline-size: 0;
    min-block-size: 0;
    padding: 0;
    border: 0;
    background: none;
    forced-color-adjust: none;
}

@media (hover: hover) {
    .crowd:hover {
        background: none;
    }
}

.field:has(.check-area):focus-within {
    z-index: 3;
}

/* What helps to write a date. */
.date-tools {
    position: absolute;
    z-index: 6;
    inset: 0 auto auto 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    align-items: center;
    max-inline-size: min(22rem, 100cqi);
    inline-size: max-content;
    padding: 0.25rem 0.25rem 0.25rem 0.6rem;
    border-radius: 6px;
    background: var(--ink);
    color: #ffffff;
    font-size: 0.8125rem;
    line-height: 1.35;
    visibility: hidden;
    transition: none;
}

.field:focus-within .date-tools {
    visibility: visible;
}

.date-tools > span {
    flex: 1 1 auto;
    font-variant-numeric: tabular-nums;
}

@container (max-width: 20.5rem) {
    .date-example {
        display: none;
    }
}

.date-tools button {
    min-block-size: 36px;
    padding-inline: 0.6rem;
    border-color: #ffffff;
    background: #ffffff;
    color: #000000;
    font-size: 0.8125rem;
}

.date-picker {
    position: absolute;
    inset: auto 0 0 auto;
    inline-size: 1px;
    block-size: 1px;
    opacity: 0;
    pointer-events: none;
}

"""#),
("closer.js", "text/javascript; charset=utf-8", "96f8da56ff6fb5c6ae0ef3f94d706c4908c2c3fbf80814f44c440eb05946f833", #"""
// On a phone, where a whole page is too small to read, Next enlarges the documents around the field that it leads to.

/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fields.js").Field} Field */

const narrow = matchMedia("(max-width: 47.99rem)");
const readable = 1.15; // CSS pixels per point, at which the small print of a contract can be read
const mostOfWidth = 0.9; // of the window that a field takes
const worthIt = 1.1; // times as large

/**
 * Enlarges the documents unless they are large enough. Never makes them smaller: a person may have enlarged them more.
 * @param {DocumentView} view
 * @param {Field} field
 */
export function comeCloser({ zoom, area }, { frame, tab }) {
    if (!narrow.matches) {
        return;
    }
    const { left, top, width, height } = frame.getBoundingClientRect();
    const scale = width / tab.width;
    const wanted = Math.min(readable, (mostOfWidth * area.clientWidth) / tab.width);
    if (scale > 0 && wanted / scale > worthIt) {
        zoom.closer((zoom.value * wanted) / scale, { x: left + width / 2, y: top + height / 2 });
    }
}

/**
 * Shows whole pages again where they were enlarged for a field.
 * @param {DocumentView} view
 */
export function stepBack({ zoom }) {
    if (zoom.isCloser) {
        zoom.fit();
    }
}

"""#),
("closing.js", "text/javascript; charset=utf-8", "d3b82b9e709563c2d69a9e43c3e3a30a0de11bc70271bc70aa9361a6590f863f", #"""
// The last screen. It shows the outcome in the host's words while the browser returns to the page it came from. The
// pages behind links in messages look the same.

import { brandBand } from "./brand.js";
import { element, icon, icons } from "./dom.js";
import { language, text } from "./text.js";

/** @typedef {import("./types.js").Closing} Closing */

/**
 * @param {Closing} closing
 * @param {object} facts
 * @param {import("./types.js").Brand|null} [facts.brand]
 * @param {HTMLElement[]} [facts.copies] links to what can be kept
 * @param {boolean} facts.leaving whether the browser goes elsewhere now
 * @returns {HTMLElement}
 */
export function closingScreen(closing, { brand = null, copies = [], leaving }) {
    const { good, title, sentences, quote = null, language: tag, direction, download, mayClose } = closing;
    return element("main", { class: "closing", lang: tag, dir: direction },
        element("div", { class: "card" },
            brandBand(brand),
            element("div", { class: good ? "medal good" : "medal" }, icon(good ? icons.check : icons.warning)),
            element("h1", { tabindex: "-1" }, title),
            ...sentences.map((sentence) => element("p", {}, sentence)),
            quote === null ? null : element("figure", { class: "message" },
                element("figcaption", {}, quote.caption),
                element("blockquote", { dir: "auto" }, quote.words)),
            copies.length === 0 ? null : element("h2", {}, download),
            copies.length === 0 ? null : element("ul", { class: "copies" }, ...copies.map((link) => element("li", {}, link))),
            element("p", { class: "quiet-text" }, leaving ? text("closing.leaving") : mayClose)));
}

/**
 * The words of an end that the host does not know of.
 * @param {"expired"|"broken"|"left"} ending
 * @param {string} [sentence] instead of the ending's own
 * @returns {Closing}
 */
export function ownClosing(ending, sentence) {
    const own = ending === "broken" ? "error.unknown" : /** @type {const} */ (`closing.${ending}.text`);
    return {
        good: false, title: text(`closing.${ending}.title`), sentences: [sentence ?? text(own)],
        language, direction: document.documentElement.dir, download: "",
        mayClose: text("closing.mayClose"),
    };
}

/**
 * Goes to another address, unless it is one that would run a script.
 * @param {string|null|undefined} address
 * @returns {boolean} whether there was an address to go to
 */
export function leaveTo(address) {
    if (!address || /^\s*(javascript|data|vbscript|blob):/i.test(address)) {
        return false;
    }
    location.assign(address);
    return true;
}

"""#),
("consent.js", "text/javascript; charset=utf-8", "fb84c1703f598a7111389d9b606b6a51cf65dada5c746e22c92370a6a559f3aa", #"""
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

"""#),
("copies.js", "text/javascript; charset=utf-8", "53615bdaba57284af8d0ba8c5edf7f9c302bda65e018c95861cd79b296aecd7e", #"""
// Copies of the documents to keep: before signing the unsigned ones, afterwards with what was signed.

import { downloadLink } from "./access.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Session} Session */

/**
 * A link for each file that can be kept.
 * @param {Session} session
 * @returns {HTMLAnchorElement[]}
 */
export function copyLinks({ envelope, documents, rules }) {
    if (!rules.copies) {
        return [];
    }
    const links = documents.map((signed) =>
        downloadLink(`documents/${encodeURIComponent(signed.id)}/file`, signed.name, fileName(signed.name)));
    if (envelope.status === "completed" && links.length > 1) {
        links.unshift(downloadLink("combined", text("copies.combined"), fileName(envelope.subject)));
    }
    if (envelope.status === "completed" && rules.certificate) {
        links.push(downloadLink("certificate", text("copies.certificate"), fileName(text("copies.certificate"))));
    }
    return links;
}

/**
 * Downloads the only file, or asks which one.
 * @param {Session} session
 */
export function download(session) {
    const links = copyLinks(session);
    if (links.length === 1) {
        links[0].click();
        return;
    }
    const close = element("button", { type: "submit", class: "primary" }, text("action.close"));
    const { dialog } = openDialog({
        name: "copies",
        title: text("copies.title"),
        content: [
            element("p", { class: "quiet-text" }, text("copies.explain")),
            element("ul", { class: "copies" }, ...links.map((file) => element("li", {}, file))),
        ],
        buttons: [close],
        onSubmit: () => dialog.close(),
    });
    links[0].focus();
}

/** @param {string} name */
function fileName(name) {
    return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

"""#),
("crowds.js", "text/javascript; charset=utf-8", "caa9d2b32d6838b13639b279aef3f58501fb93ff5134aba5923bc9deb6e6f6c3", #"""
// Choices that stand too close together for a finger. A tap on them opens them as a list with their labels; a mouse
// chooses the nearest. For the keyboard they stay what they are.

import { placeCallouts } from "./callouts.js";
import { openChoices } from "./choicelist.js";
import { element } from "./dom.js";
import { nameOf } from "./state.js";
import { listed, text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./targets.js").Target} Target */

export const least = 24; // pixels: what a finger and WCAG 2.5.8 ask for

/**
 * The crowds of a page by the choices in them.
 * @type {WeakMap<Page, Map<string, HTMLElement>>}
 */
const known = new WeakMap();

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Target[]} choices those of the page that can be made
 * @param {Target[]} all the fields of the page that can be filled in
 */
export function showCrowds(ceremony, page, choices, all) {
    const before = known.get(page) ?? new Map();
    const now = new Map();
    known.set(page, now);
    for (const crowd of ceremony.state.leaving ? [] : crowdsOf(choices)) {
        const fields = crowd.map(({ field }) => field);
        const id = fields.map(({ tab }) => tab.id).join(" ");
        const button = before.get(id) ?? crowdButton(ceremony, fields);
        now.set(id, button);
        place(button, crowd, all);
    }
    for (const [id, button] of before) {
        if (!now.has(id)) {
            button.remove();
        }
    }
}

/**
 * Choices that a finger cannot tell apart, and what is crowded together with them.
 * @param {Target[]} choices
 * @returns {Target[][]}
 */
function crowdsOf(choices) {
    const left = new Set(choices);
    /** @type {Target[][]} */
    const found = [];
    for (const first of left) {
        left.delete(first);
        const crowd = [first];
        for (const member of crowd) {
            for (const other of [...left].filter((one) => isTooClose(member, one))) {
                left.delete(other);
                crowd.push(other);
            }
        }
        if (crowd.length > 1) {
            found.push(crowd.sort((one, other) => choices.indexOf(one) - choices.indexOf(other)));
        }
    }
    return found;
}

/**
 * @param {Target} one
 * @param {Target} other
 */
function isTooClose(one, other) {
    const [x, y] = middle(one);
    const [otherX, otherY] = middle(other);
    const wide = (Math.max(least, one.right - one.left) + Math.max(least, other.right - other.left)) / 2;
    const high = (Math.max(least, one.bottom - one.top) + Math.max(least, other.bottom - other.top)) / 2;
    return Math.abs(x - otherX) < wide - 0.5 && Math.abs(y - otherY) < high - 0.5;
}

/** @param {Target} target */
function middle({ left, top, right, bottom }) {
    return [(left + right) / 2, (top + bottom) / 2];
}

/**
 * Lays the button over its choices; where another field lies among them it is not shown.
 * @param {HTMLElement} button
 * @param {Target[]} crowd
 * @param {Target[]} all
 */
function place(button, crowd, all) {
    // Also where the browser rounds, nothing of a choice is beside it.
    const left = Math.min(...crowd.map((one) => one.left - one.reach.left)) - 1;
    const top = Math.min(...crowd.map((one) => one.top - one.reach.top)) - 1;
    const right = Math.max(...crowd.map((one) => one.right + one.reach.right)) + 1;
    const bottom = Math.max(...crowd.map((one) => one.bottom + one.reach.bottom)) + 1;
    button.style.left = `${left}px`;
    button.style.top = `${top}px`;
    button.style.width = `${right - left}px`;
    button.style.height = `${bottom - top}px`;
    button.hidden = all.some((other) => !crowd.includes(other) && other.left < right && left < other.right
        && other.top < bottom && top < other.bottom);
}

/**
 * @param {Ceremony} ceremony
 * @param {Field[]} fields
 * @returns {HTMLElement}
 */
function crowdButton(ceremony, fields) {
    const names = [...new Set(fields.map(({ tab }) => nameOf(tab)))];
    const button = element("button", {
        type: "button", class: "crowd", tabindex: "-1", "aria-label": text("choices.open", { labels: listed(names) }),
        onclick: (/** @type {PointerEvent} */ event) => {
            const field = nearest(fields, event);
            if (event.pointerType === "mouse") {
                field.control.focus({ preventScroll: true });
                field.control.click();
            } else {
                openChoices(ceremony, fields, field);
            }
        },
        onpointermove: (/** @type {PointerEvent} */ event) => {
            if (event.pointerType === "mouse") {
                point(fields, nearest(fields, event));
            }
        },
        onpointerleave: () => point(fields, null),
    });
    for (const { control } of fields) {
        control.addEventListener("click", (event) => {
            const { pointerType } = /** @type {PointerEvent} */ (event);
            const isByFinger = pointerType === "touch" || pointerType === "pen";
            if (isByFinger && button.isConnected) {
                event.preventDefault();
                openChoices(ceremony, fields, nearest(fields, /** @type {PointerEvent} */ (event)));
            }
        });
    }
    (fields[0].frame.closest(".choices") ?? fields[0].frame).before(button);
    return button;
}

/**
 * @param {Field[]} fields
 * @param {PointerEvent} event
 */
function nearest(fields, event) {
    const isByHand = event.pointerType !== "" && event.pointerType !== undefined;
    /** @param {Field} field */
    const distance = ({ frame }) => {
        const { left, top, right, bottom } = frame.getBoundingClientRect();
        return Math.hypot((left + right) / 2 - event.clientX, (top + bottom) / 2 - event.clientY);
    };
    return isByHand ? fields.reduce((one, other) => distance(other) < distance(one) ? other : one) : fields[0];
}

/**
 * Shows the label of the one that a click would choose.
 * @param {Field[]} fields
 * @param {Field|null} pointed
 */
function point(fields, pointed) {
    for (const field of fields) {
        if (field.frame.classList.toggle("is-pointed", field === pointed)) {
            placeCallouts(field.frame);
        }
    }
}

"""#),
("datefield.js", "text/javascript; charset=utf-8", "79dc810ad1a297365ec428b829144a47d279e68aa0a8ac4d8759dcfc8caff4b1", #"""
// A text field for a date: the form that the sender wants stands beside it while it is filled in, with today's date and
// a calendar for those who would rather not type.

import { dateText, hasClock } from "./dateformat.js";
import { element, setAttribute } from "./dom.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";
import { textControl } from "./textfield.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Tab} tab
 * @param {string} form such as DD/MM/YYYY
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function dateControl(tab, form, ceremony) {
    const { state, saving } = ceremony;
    const control = textControl(tab, ceremony);
    const picker = element("input", {
        type: hasClock(form) ? "datetime-local" : "date", step: hasClock(form) ? 1 : null, class: "date-picker",
        tabindex: "-1", "aria-label": text("date.pick"), min: "0001-01-01", max: "9999-12-31",
        onchange: () => {
            // A day alone would be midnight in another zone.
            const time = new Date(hasClock(form) ? picker.value : `${picker.value}T00:00:00`);
            if (!Number.isNaN(time.getTime())) {
                enter(time);
            }
        },
    });
    const tools = element("div", { class: "date-tools" },
        element("span", {}, form, element("span", { class: "date-example" },
            text("date.example", { example: dateText(form, new Date()) }))),
        element("button", { type: "button", onclick: () => enter(new Date()) }, text("date.today")),
        element("button", { type: "button", onclick: () => openPicker(picker) }, text("date.calendar")),
        picker);
    // The focus stays in the field, which would lose its tools.
    tools.addEventListener("pointerdown", (event) => {
        if (event.target !== picker) {
            event.preventDefault();
        }
    });

    /** @param {Date} time */
    function enter(time) {
        const current = state.tab(tab);
        saving.enter(current, dateText(form, time));
        saving.save(current);
        control.element.focus({ preventScroll: true });
    }

    return {
        element: control.element,
        content: [...control.content, tools],
        update(current) {
            control.update(current);
            const isOpen = !state.readOnly && !state.leaving && isFillable(current);
            tools.hidden = !isOpen;
            setAttribute(control.element, "aria-description", isOpen && text("date.form", { form }));
        },
    };
}

/** @param {HTMLInputElement} picker */
function openPicker(picker) {
    if (typeof picker.showPicker === "function") {
        picker.showPicker();
    } else {
        picker.focus();
        picker.click();
    }
}

"""#),
("dateformat.js", "text/javascript; charset=utf-8", "f4e29980fd50cc1647658fe3e4dbaa2f55fa5d6b15c4a2b396f5c711ed32efd2", #"""
// Writes days as the sender wants them; the host reads nothing else.

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December"];

/**
 * A time as a text of that form, such as DD/MM/YYYY.
 * @param {string} form
 * @param {Date} time of this machine's calendar and clock
 * @returns {string}
 */
export function dateText(form, time) {
    /** @type {(number: number, count?: number) => string} */
    const digits = (number, count = 2) => String(number).padStart(count, "0");
    const month = months[time.getMonth()];
    /** @type {Record<string, string>} */
    const parts = {
        YYYY: digits(time.getFullYear(), 4), Month: month, MMM: month.slice(0, 3), MM: digits(time.getMonth() + 1),
        DD: digits(time.getDate()), D: String(time.getDate()), hh: digits(time.getHours() % 12 || 12),
        mm: digits(time.getMinutes()), ss: digits(time.getSeconds()), a: time.getHours() < 12 ? "am" : "pm",
    };
    return form.replace(/YYYY|Month|MMM|MM|DD|D|hh|mm|ss|a/g, (part) => parts[part]);
}

/**
 * Whether that form has a time of the day, too.
 * @param {string} form
 */
export function hasClock(form) {
    return form.includes("hh");
}

"""#),
("decline.js", "text/javascript; charset=utf-8", "1d9a1b9ac34b25545bb2aace2912687f26e0fd397dace8ea208565ba5ba733dc", #"""
// Declining to sign, with a reason.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/** @param {Ceremony} ceremony */
export function openDecline(ceremony) {
    const key = newKey();
    const limit = ceremony.state.session.limits.declineReason;
    const sender = ceremony.state.session.envelope.sender.name;
    const reason = element("textarea", {
        id: "decline-reason", dir: "auto", rows: "4", maxlength: limit, required: true, "aria-describedby": "decline-problem",
        oninput: () => {
            reason.removeAttribute("aria-invalid");
            ceremony.state.declineReason = reason.value;
        },
    });
    reason.value = ceremony.state.declineReason;
    const keep = element("button", { type: "button", onclick: () => dialog.close() }, text("decline.keep"));
    const confirm = element("button", { type: "submit", class: "danger" }, text("decline.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "decline",
        title: text("decline.title"),
        content: [
            element("p", {}, text("decline.explain", { sender })),
            element("label", { for: reason.id }, text("decline.reason")),
            reason,
        ],
        buttons: [keep, confirm],
        onSubmit: submit,
    });
    reason.focus();

    async function submit() {
        if (reason.value.trim() === "") {
            reason.setAttribute("aria-invalid", "true");
            showProblem(text("decline.needed"));
            reason.focus();
            return;
        }
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        confirm.setAttribute("aria-busy", "true");
        showProblem("");
        try {
            await ceremony.decline(reason.value.trim(), key);
            dialog.close();
        } catch (failure) {
            showProblem(ceremony.sentence(failure));
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

"""#),
("delegate.js", "text/javascript; charset=utf-8", "80a99d501bcc1c6dd4a0c6f92397f800d6dee0a353d4e4273e535092a437308a", #"""
// Assigning one's part to somebody else.

import { Refusal } from "./api.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/** @param {Ceremony} ceremony */
export function openDelegate(ceremony) {
    const key = newKey();
    const { limits, envelope } = ceremony.state.session;
    const name = field("input", { id: "delegate-name", type: "text", dir: "auto", maxlength: limits.recipientName });
    const email = field("input", { id: "delegate-email", type: "email", dir: "ltr", maxlength: 254 });
    const reason = field("textarea", { id: "delegate-reason", dir: "auto", rows: "3", maxlength: limits.delegationReason });
    const keep = element("button", { type: "button", onclick: () => dialog.close() }, text("delegate.keep"));
    const confirm = element("button", { type: "submit", class: "primary" }, text("delegate.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "delegate",
        title: text("delegate.title"),
        content: [
            element("p", {}, text("delegate.explain", { sender: envelope.sender.name })),
            element("label", { for: name.id }, text("delegate.name")), name,
            element("label", { for: email.id }, text("delegate.email")), email,
            element("label", { for: reason.id }, text("delegate.reason")), reason,
        ],
        buttons: [keep, confirm],
        onSubmit: submit,
    });
    name.focus();

    /**
     * @param {HTMLInputElement|HTMLTextAreaElement} input
     * @param {string} sentence
     */
    function refuse(input, sentence) {
        input.setAttribute("aria-invalid", "true");
        showProblem(sentence);
        input.focus();
    }

    async function submit() {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        showProblem("");
        for (const input of [name, email, reason]) {
            input.removeAttribute("aria-invalid");
        }
        if (name.value.trim() === "") {
            refuse(name, text("delegate.nameNeeded"));
        } else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.value.trim())) {
            refuse(email, text("delegate.emailNeeded"));
        } else if (reason.value.trim() === "") {
            refuse(reason, text("delegate.reasonNeeded"));
        } else {
            await send();
        }
    }

    async function send() {
        confirm.setAttribute("aria-busy", "true");
        const person = { name: name.value.trim(), email: email.value.trim(), reason: reason.value.trim() };
        try {
            await ceremony.delegate(person, key);
        } catch (failure) {
            const isAddress = failure instanceof Refusal && failure.code.startsWith("new_email");
            if (isAddress) {
                refuse(email, ceremony.sentence(failure));
            } else {
                showProblem(ceremony.sentence(failure));
            }
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

/**
 * A required field whose problem stands below the form.
 * @template {"input"|"textarea"} Name
 * @param {Name} kind
 * @param {Record<string, unknown>} attributes
 * @returns {HTMLElementTagNameMap[Name]}
 */
function field(kind, attributes) {
    const input = element(kind, {
        ...attributes, required: true, autocomplete: "off", "aria-describedby": "delegate-problem",
        oninput: () => input.removeAttribute("aria-invalid"),
    });
    return input;
}

"""#),
("drawpad.css", "text/css; charset=utf-8", "f3ecd8eee51b05fa30ae342f287925955d07c5cbe80749331eb0fd6f7c84f009", #"""
/* In a low window, as on a phone held sideways, the pad has all of it: nothing is scrolled, and every button is in sight. */

@media (max-height: 36rem) {
    .dialog-adopt:has(#panel-drawn:not([hidden])) {
        inline-size: 100vw;
        block-size: 100vh;
        block-size: 100dvh;
        max-inline-size: none;
        max-block-size: none;
        margin: 0;
        border: 0;
        border-radius: 0;
        overflow: hidden;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-form {
        --target: 36px;
        grid-template:
            "ways tools" auto "consequences consequences" auto "pad pad" minmax(0, 1fr) "problem problem" auto
            "agreement buttons" auto / minmax(0, 1fr) auto;
        gap: 0.3rem 0.6rem;
        block-size: 100%;
        padding: 0.4rem max(0.6rem, env(safe-area-inset-right)) 0.4rem max(0.6rem, env(safe-area-inset-left));
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) h2 {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        overflow: hidden;
        clip-path: inset(50%);
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-content, #panel-drawn:not([hidden]) {
        display: contents;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .ways {
        grid-area: ways;
        padding: 2px;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .consequences {
        display: block;
        grid-area: consequences;
        font-size: 0.75rem;
        line-height: 1.3;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .consequences p {
        display: inline;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .remember {
        display: none;
    }

    #panel-drawn .drawing-tools {
        grid-area: tools;
        flex-wrap: nowrap;
        align-items: center;
    }

    #panel-drawn .drawing-area {
        grid-area: pad;
        inline-size: 100%;
        aspect-ratio: auto;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .problem {
        grid-area: problem;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .agreement {
        grid-area: agreement;
        align-self: center;
        font-size: 0.75rem;
        line-height: 1.3;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-buttons {
        grid-area: buttons;
        flex-wrap: nowrap;
        align-items: center;
    }
}

@media (max-height: 36rem) and (max-width: 34.99rem) {
    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-form {
        grid-template:
            "ways tools" auto "consequences consequences" auto "pad pad" minmax(0, 1fr) "problem problem" auto
            "agreement agreement" auto "buttons buttons" auto / minmax(0, 1fr) auto;
    }

    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-form button {
        padding-inline: 0.5rem;
        font-size: 0.875rem;
    }

    /* The three ways fit beside the tools in one line. */
    .dialog-adopt:has(#panel-drawn:not([hidden])) .dialog-form .ways button {
        padding-inline: 0.3rem;
        font-size: 0.75rem;
    }
}

"""#),
("elsewhere.js", "text/javascript; charset=utf-8", "32dad2277690e91d4b656040ff17b00180403fc60ccf469045b15b8bbc431f1e", #"""
// Going on, on a phone: a code that its camera reads, and what is left to do here.

import { openDialog } from "./dialog.js";
import { drawing, element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

const margin = 4; // squares of blank around a code, which cameras need (ISO/IEC 18004)

/**
 * Whether it makes sense here: not on a phone itself.
 * @param {Ceremony} ceremony
 */
export function offersElsewhere(ceremony) {
    return ceremony.state.session.rules.elsewhere === true && !matchMedia("(pointer: coarse)").matches;
}

/** @param {Ceremony} ceremony */
export async function openElsewhere(ceremony) {
    const explanation = element("p", { role: "status" }, text("elsewhere.busy"));
    const code = element("div", { class: "code-place" });
    const { dialog, showProblem } = openDialog({
        name: "elsewhere", title: text("action.elsewhere"),
        content: [explanation, code],
        buttons: [element("button", { type: "submit", class: "primary" }, text("elsewhere.here"))],
        onSubmit: () => dialog.close(),
        onClosed: catchUp,
    });

    /** On the phone, things may have happened that this page does not know. */
    async function catchUp() {
        const session = await ceremony.api.session().catch(() => null);
        if (session?.recipient.status === "completed") {
            location.replace("finished?event=signing_complete");
        } else {
            location.reload();
        }
    }

    try {
        await ceremony.saving.flush();
        const { picture, minutes } = await ceremony.api.elsewhere();
        const side = picture.size + 2 * margin;
        explanation.textContent = text("elsewhere.explained", { count: minutes });
        code.append(drawing("svg", {
            class: "code", viewBox: `${-margin} ${-margin} ${side} ${side}`, role: "img", "aria-label": text("elsewhere.code"),
        }, drawing("path", { d: picture.path })));
    } catch {
        explanation.textContent = "";
        showProblem(text("elsewhere.failed"));
    }
}

"""#),
("fields.css", "text/css; charset=utf-8", "dd6d29844707bea3974744f3d777ede2076a804ec37fcfe57c752192d557eb8a", #"""
/* The fields on the paper. They are as large as in the document; small ones have larger targets, as far as there is room
   (--reach-block, --reach-inline: targets.js). What is printed beneath is seen through them. */

.field {
    position: absolute;
    z-index: 1;
}

.field:focus-within {
    z-index: 5;
}

.field .text-input, .field select, .sign-button {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-start: 0;
    inline-size: calc(100% + var(--reach-inline, 0px));
    block-size: calc(100% + var(--reach-block, 0px));
    min-inline-size: 0;
    min-block-size: 0;
    padding: 0 var(--text-margin);
    border: var(--frame-of-field, 1px) solid var(--edge-of-field, #5d6b6a);
    border-radius: 3px;
    background: var(--ground-of-field, transparent);
    color: var(--ink);
    font-family: Helvetica, Arial, "Liberation Sans", sans-serif;
    /* As in the PDF; on a small screen larger, as long as all of it is seen. */
    font-size: min(var(--whole-text, 100cqw),
        max(min(11px, 0.85 * (var(--box-height) + var(--reach-block, 0px))), var(--text-size)));
    font-weight: 400;
    line-height: 1.1;
    transform: translateY(-50%);
    transition: none;
}

/* What is within the edge is as large as the field in the document. */
.field .text-input {
    inset-inline-start: calc(-1 * var(--frame-of-field, 1px));
    inline-size: calc(100% + var(--reach-inline, 0px) + 2 * var(--frame-of-field, 1px));
    block-size: calc(100% + var(--reach-block, 0px) + 2 * var(--frame-of-field, 1px));
}

.field.is-set-left :is(.text-input, select) {
    text-align: left;
}

.field.is-set-right :is(.text-input, select) {
    text-align: right;
}

.field select {
    text-overflow: ellipsis;
}

.field textarea {
    overflow: hidden;
    white-space: pre;
    resize: none;
}

/* One line stands in the middle, several begin at the top. */
.field:not(.has-lines) textarea {
    line-height: calc(var(--box-height) + var(--reach-block, 0px));
}

.field.is-broken textarea {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
}

/* Text is measured in here. */
.measured {
    position: absolute;
    inset: 0 auto auto 0;
    inline-size: 0;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
}

.measured-column {
    font: 20px/1 Helvetica, Arial, "Liberation Sans", sans-serif;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    /* A new width counts at once, also where durations are set for everything. */
    transition: none;
}

.field.is-required {
    --edge-of-field: var(--wanted);
    --ground-of-field: var(--wanted-ground);
    --frame-of-field: 2px;
}

.field.is-done {
    --edge-of-field: var(--done);
    --ground-of-field: var(--done-ground);
}

.field.is-refused {
    z-index: 2;
    --edge-of-field: var(--wrong);
    --ground-of-field: var(--wrong-ground);
}

.field ::placeholder {
    color: #5a4a1c;
    opacity: 1;
}

.field:not(.is-required) ::placeholder {
    color: #55605f;
}

.field.is-still {
    z-index: 0;
    --edge-of-field: transparent;
    --ground-of-field: transparent;
}

.field.is-still .text-input, .field.is-still select {
    border-color: transparent;
    font-size: min(var(--whole-text, 100cqw), var(--text-size));
}

.field[hidden] {
    display: none;
}

.field .text-input, .field select, .sign-button, .check-area input {
    scroll-margin-block: 3.5rem 3rem;
}

/* Next puts the focus on a field: it shows even after a click. */
.field .text-input:focus, .field select:focus, .sign-button:focus, .check-area:focus-within {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    box-shadow: 0 0 0 2px var(--paper);
}

.field.is-grown .text-input {
    inset-block: auto -2px;
    block-size: var(--grown-height);
    transform: none;
    padding-inline: 0.6rem;
    border-radius: 6px;
    background: var(--paper);
    font-size: 16px;
    box-shadow: 0 6px 24px rgb(0 0 0 / 25%);
}

.field.is-grown textarea {
    overflow-y: auto;
    line-height: 1.15;
    padding-block: 11px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
}

.field.is-grown.is-down textarea {
    inset-block: -2px auto;
}

/* Where they stand is for callouts.js to say. */
.field-label, .field-note {
    position: absolute;
    z-index: 6;
    inset: 0 auto auto 0;
    max-inline-size: min(var(--room), 22rem, 100vw - 2rem);
    inline-size: max-content;
    padding: 0.15rem 0.5rem;
    border-radius: 5px;
    background: var(--ink);
    color: #ffffff;
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.35;
    pointer-events: none;
    transition: none;
}

.field-label {
    clip-path: inset(50%);
}

.field:hover .field-label:not(.is-crowded-out), .field.is-pointed .field-label:not(.is-crowded-out),
.field:focus-within .field-label:not(.is-crowded-out) {
    clip-path: none;
}

.field.is-required:not(.is-still) .field-label::after {
    content: " *" / "";
}

.field-note {
    background: var(--wrong);
}

/* Signing */

.sign-button {
    overflow: visible;
    min-block-size: 0;
    padding: 2px;
    border-style: dashed;
    color: #4b3500;
    font-family: var(--font);
    font-size: clamp(11px, var(--text-size), 16px);
    font-weight: 600;
}

.sign-button:hover {
    border-color: var(--edge-of-field);
    background: var(--paper);
}

/* The artwork lies exactly where it will lie in the PDF, even where the button is larger than its field. */
.field.is-done .sign-button {
    justify-content: flex-start;
    padding: 0;
    border: 0;
    box-shadow: inset 0 0 0 1px var(--edge-of-field);
}

/* A file's name stands where the field's name did. */
.field.is-done .attach-button {
    padding-inline: 2px;
}

.sign-button .artwork {
    inline-size: var(--box-width);
    block-size: var(--box-height);
}

.invitation {
    display: flex;
    gap: 0.35em;
    align-items: center;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding-inline: 2px;
}

.invitation-text {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
}

@media (max-width: 40rem) {
    /* Unseen, and too small to widen the page behind its edge. */
    .field.is-narrow .invitation-text {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        clip-path: inset(50%);
    }
}

@media (min-width: 40.01rem) {
    .field.is-narrow .invitation .icon {
        display: none;
    }
}

.artwork {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    color: #000000;
    forced-color-adjust: none;
}

.evidence {
    fill: #4d4d4d;
    font-family: Helvetica, Arial, "Liberation Sans", sans-serif;
}

.ink-filled {
    fill: currentColor;
}

.ink-line {
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
}

/* A signature that the signer placed. */
.mark {
    position: absolute;
    z-index: 2;
    min-inline-size: 24px;
    min-block-size: 24px;
    padding: 0;
    border: 1.5px dashed var(--done);
    border-radius: 3px;
    background: var(--done-ground);
    cursor: move;
    touch-action: none;
}

.mark:focus {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    box-shadow: 0 0 0 2px var(--paper);
}

.mark .artwork {
    inline-size: 100%;
    block-size: 100%;
}

@media (forced-colors: active) {
    .sign-button, .check-box {
        forced-color-adjust: none;
    }
}

"""#),
("fields.js", "text/javascript; charset=utf-8", "f31ac94b7e8cf6d46a87f159c9b38afa90ca72cbed3d18b8741d38bf52ef77b8", #"""
// The recipient's tabs as controls over the page's picture.

import { attachControl } from "./attachfield.js";
import { placeCallouts, placeCalloutsAgain } from "./callouts.js";
import { listControl, radioControl } from "./choicefields.js";
import { dateControl } from "./datefield.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { signControl } from "./signfield.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";
import { textControl } from "./textfield.js";
import { textMargin, textSize } from "./textsetting.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").PageSize} PageSize */

/**
 * A control of one kind.
 * @typedef {object} Control
 * @property {HTMLElement} element what takes the focus
 * @property {Node[]} content what stands in the frame, the control's element among it
 * @property {(tab: Tab) => void} update
 */

const takesRequired = new Set(["text", "checkbox", "list"]); // of radio buttons the group is required
const narrow = 100; // points: on a small screen there is no room for words

/**
 * @typedef {object} Field
 * @property {Tab} tab
 * @property {HTMLElement} frame
 * @property {HTMLElement} control
 * @property {(size: PageSize) => void} place
 * @property {() => void} update
 */

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Field}
 */
export function createField(tab, ceremony) {
    const note = element("p", { class: "field-note", id: `note-${tab.id}`, hidden: true });
    const control = controlFor(tab, ceremony);
    setAttribute(control.element, "title", tab.tooltip);
    const side = tab.alignment === null ? "" : ` is-set-${tab.alignment}`;
    const frame = element("div", { class: `field field-${tab.kind}${side}` }, ...control.content, note);
    const { state } = ceremony;
    frame.addEventListener("pointerenter", () => placeCallouts(frame));
    frame.addEventListener("focusin", () => placeCalloutsAgain(frame.closest(".sheet")));
    return {
        tab,
        frame,
        control: control.element,
        place(size) {
            frame.style.left = `${(100 * tab.x) / size.width}%`;
            frame.style.top = `${(100 * tab.y) / size.height}%`;
            frame.style.width = `${(100 * tab.width) / size.width}%`;
            frame.style.height = `${(100 * tab.height) / size.height}%`;
            /** @type {(name: string, points: number) => void} */
            const setLength = (name, points) => {
                frame.style.setProperty(name, `${(100 * points) / size.width}cqw`);
            };
            setLength("--point", 1);
            setLength("--box-width", tab.width);
            setLength("--box-height", tab.height);
            setLength("--text-size", textSize(tab));
            setLength("--text-margin", textMargin(tab));
            const isRight = tab.x + tab.width / 2 > 0.6 * size.width;
            setLength("--room", (isRight ? tab.x + tab.width : size.width - tab.x) - 6);
            frame.classList.toggle("is-right", isRight);
            frame.classList.toggle("is-narrow", tab.width < narrow);
        },
        update() {
            const draft = state.drafts.get(tab.id);
            frame.hidden = !this.tab.shown;
            frame.classList.toggle("is-done", state.isDone(this.tab));
            frame.classList.toggle("is-required", this.tab.required || state.isAskedForInGroup(this.tab));
            frame.classList.toggle("is-still", state.readOnly || !isFillable(this.tab));
            control.update(this.tab);
            if (takesRequired.has(this.tab.kind)) {
                setAttribute(control.element, "aria-required", this.tab.required && isFillable(this.tab) && "true");
            }
            const sentence = draft?.status === "refused" ? draft.message
                : draft?.status === "failed" ? text("field.unsaved") : undefined;
            const isNew = note.textContent !== (sentence ?? "");
            note.textContent = sentence ?? "";
            note.hidden = sentence === undefined;
            if (isNew) {
                placeCallouts(frame);
            }
            frame.classList.toggle("is-refused", draft?.status === "refused");
            setAttribute(control.element, "aria-invalid", draft?.status === "refused" && "true");
            if (sentence !== undefined) {
                control.element.setAttribute("aria-describedby", note.id);
            } else if (control.element.getAttribute("aria-describedby") === note.id) {
                control.element.removeAttribute("aria-describedby");
            }
        },
    };
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function controlFor(tab, ceremony) {
    switch (tab.kind) {
    case "signHere":
        return signControl(tab, ceremony, "signature");
    case "initialHere":
        return signControl(tab, ceremony, "initials");
    case "checkbox":
        return checkControl(tab, ceremony);
    case "radio":
        return radioControl(tab, ceremony);
    case "list":
        return listControl(tab, ceremony);
    case "signerAttachment":
        return attachControl(tab, ceremony);
    default:
        return tab.dateFormat === null ? textControl(tab, ceremony) : dateControl(tab, tab.dateFormat, ceremony);
    }
}

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
function checkControl(tab, { state, saving }) {
    const id = `field-${tab.id}`;
    const box = element("input", { id, type: "checkbox" });
    const label = element("label", { class: "field-label", for: id }, tab.label);
    box.addEventListener("change", () => {
        const current = state.tab(tab);
        saving.enter(current, String(box.checked));
        saving.save(current);
    });
    return {
        element: box,
        content: [
            element("span", { class: "check-area" }, box),
            element("span", { class: "check-box" }, icon(icons.check)),
            label,
        ],
        update(current) {
            box.checked = state.value(current) === "true";
            box.disabled = state.readOnly || !isFillable(current);
            const group = state.session.groups.find((other) => other.tabs.includes(tab.id));
            setAttribute(box, "aria-description", group && text("finish.group", { label: group.label, rule: group.rule }));
        },
    };
}

"""#),
("hand.js", "text/javascript; charset=utf-8", "15293e541fd36c3415b6bff1b8cac959976e88b51f18657decaeca7d6b4f7069", #"""
// The ways in which a person makes their marks, kept as they were left: closing the dialog loses neither a drawing nor
// what was typed, and the initials begin in the hand that was chosen for the signature. What this device remembers comes
// first.

import { drawnWay } from "./adoptdrawn.js";
import { pictureWay } from "./adoptpicture.js";
import { typedWay } from "./adopttyped.js";
import { allowsCamera } from "./choosing.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./adopt.js").Way} Way */

/**
 * @typedef {object} Hand
 * @property {Way[]} ways
 * @property {Way} chosen the way that was chosen last
 */

/** @type {WeakMap<Ceremony, Map<AdoptionKind, Hand>>} */
const hands = new WeakMap();

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @returns {Hand}
 */
export function handFor(ceremony, kind) {
    const known = hands.get(ceremony) ?? new Map();
    hands.set(ceremony, known);
    const left = known.get(kind);
    if (left !== undefined) {
        return left;
    }
    const { signature, initials } = ceremony.state.session;
    const adopted = kind === "signature" ? signature ?? initials : initials ?? signature;
    const ways = [typedWay(ceremony, kind, adopted?.face ?? ""), drawnWay(kind), ...allowsCamera() ? [pictureWay(kind)] : []];
    const remembered = ceremony.state.session[kind] === null ? ceremony.memory?.recall(kind) : null;
    const recalled = ways.find((way) => way.name === remembered?.method);
    if (remembered && recalled !== undefined) {
        recalled.restore(remembered);
    }
    const hand = { ways, chosen: recalled ?? ways.find((way) => way.name === adopted?.method) ?? ways[0] };
    known.set(kind, hand);
    return hand;
}

"""#),
("idle.js", "text/javascript; charset=utf-8", "1d78edf4a27fef8fe85e4f1b39056d78021bbf509ba7aa1fa70bc28a9c39213f", #"""
// Sessions end after a while without use. Reading is use: as long as somebody scrolls, types or points,
// the session is kept alive; before it ends the page asks.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./api.js").Api} Api */

const signsOfLife = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];
const look = 5000; // milliseconds between two looks at the clock

/**
 * @param {Api} api
 * @param {number} allowance seconds without use after which the host ends the session
 */
export function watchIdleness(api, allowance) {
    const life = allowance * 1000;
    const warning = Math.min(120_000, life / 2);
    let lastAnswer = Date.now();
    let lastSign = Date.now();
    /** @type {HTMLDialogElement|null} */
    let question = null;

    const sign = () => { lastSign = Date.now(); };
    let touching = false;
    const touch = async () => {
        if (!touching) {
            touching = true;
            await api.session().catch(() => {});
            touching = false;
        }
    };
    for (const name of signsOfLife) {
        addEventListener(name, sign, { passive: true, capture: true });
    }
    api.on("answer", () => {
        lastAnswer = Date.now();
        question?.close();
    });

    setInterval(() => {
        const unused = Date.now() - lastAnswer;
        if (unused >= life) {
            touch();
        } else if (unused >= life - warning && question === null) {
            if (lastSign > lastAnswer) {
                touch();
            } else {
                ask();
            }
        } else if (unused >= life / 4 && lastSign > lastAnswer) {
            touch();
        }
    }, look);

    function ask() {
        const stay = element("button", { type: "submit", class: "primary" }, text("idle.stay"));
        question = openDialog({
            name: "idle",
            title: text("idle.title"),
            content: [element("p", {}, text("idle.explain"))],
            buttons: [stay],
            onSubmit: touch,
            onClosed: () => {
                question = null;
                touch();
            },
        }).dialog;
        stay.focus();
    }
}

"""#),
("index.html", "text/html; charset=utf-8", "d2861b97df95b87eba65a5e4beaf19fb7f5eb71f5e168fb22ce21d561724ee37", #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Countersign</title>
<link rel="icon" type="image/svg+xml" href="icon.svg">
<script src="words.js"></script>
<link rel="stylesheet" href="base.css">
<link rel="stylesheet" href="screens.css">
<link rel="stylesheet" href="bar.css">
<link rel="stylesheet" href="lowwindow.css">
<link rel="stylesheet" href="paper.css">
<link rel="stylesheet" href="fields.css">
<link rel="stylesheet" href="choices.css">
<link rel="stylesheet" href="dialogs.css">
<link rel="stylesheet" href="drawpad.css">
<link rel="stylesheet" href="print.css">
<script type="module" src="app.js"></script>
</head>
<body>
<div id="screen" class="screen"></div>
<div id="dialogs"></div>
<div id="announcements" class="unseen" role="status" aria-live="polite"></div>
<noscript><p class="noscript">{noscript}</p></noscript>
</body>
</html>

"""#),
("ink.js", "text/javascript; charset=utf-8", "06df0eee29f5f7997bc851643216578a2c3f4e7a6ba4f4370b73b0f6ee193df7", #"""
// Finds the ink in a picture of a signature: what is darker than the paper around it, whatever the light was.

import { element } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

const mostAcross = 1200; // pixels in which the ink is looked for
const widest = 600; // pixels of what is kept
const highest = 300;
const margin = 8; // pixels around the ink
const paperAround = 12; // the paper is measured in a square of this part of the picture on each side
const lightest = 0.88; // of the paper's light: what is lighter is paper
const darkest = 0.76; // what is darker is ink, and between them is the edge of a line

/**
 * A canvas with the ink alone, black on nothing.
 * @param {Blob} file
 * @returns {Promise<HTMLCanvasElement>} throws a `Hint` where there is no picture, or no ink in it
 */
export async function inkOf(file) {
    const { data, width, height } = await pixelsOf(file);
    const light = lightOf(data, width * height);
    const paper = paperOf(light, width, height);
    const ink = new Uint8ClampedArray(width * height);
    for (let index = 0; index < ink.length; index += 1) {
        ink[index] = (255 * (lightest - light[index] / paper[index])) / (lightest - darkest);
    }
    const box = boxOf(ink, width, height);
    if (box === null) {
        throw new Hint(text("adopt.picture.blank"));
    }
    return cut(ink, width, box);
}

/**
 * @param {Blob} file
 * @returns {Promise<ImageData>}
 */
async function pixelsOf(file) {
    const bitmap = await createImageBitmap(file).catch(() => {
        throw new Hint(text("adopt.picture.unreadable"));
    });
    const scale = Math.min(1, mostAcross / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = penOf(element("canvas", { width, height }));
    // What is transparent is paper.
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return pen.getImageData(0, 0, width, height);
}

/**
 * How light each pixel is, from 1 to 256.
 * @param {Uint8ClampedArray} data
 * @param {number} count
 */
function lightOf(data, count) {
    const light = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
        light[index] = 1 + 0.299 * data[4 * index] + 0.587 * data[4 * index + 1] + 0.114 * data[4 * index + 2];
    }
    return light;
}

/**
 * How light the paper is around each pixel: the mean of a square, from the sums of all squares that begin at the top left.
 * @param {Float32Array} light
 * @param {number} width
 * @param {number} height
 */
function paperOf(light, width, height) {
    const across = width + 1;
    const sums = new Float64Array(across * (height + 1));
    for (let y = 0; y < height; y += 1) {
        let row = 0;
        for (let x = 0; x < width; x += 1) {
            row += light[y * width + x];
            sums[(y + 1) * across + x + 1] = sums[y * across + x + 1] + row;
        }
    }
    const reach = Math.max(8, Math.round(Math.max(width, height) / paperAround));
    const paper = new Float32Array(light.length);
    for (let y = 0; y < height; y += 1) {
        const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
        for (let x = 0; x < width; x += 1) {
            const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
            const sum = sums[bottom * across + right] - sums[top * across + right]
                - sums[bottom * across + left] + sums[top * across + left];
            paper[y * width + x] = sum / ((right - left) * (bottom - top));
        }
    }
    return paper;
}

/**
 * The box around the ink, without specks of dust.
 * @param {Uint8ClampedArray} ink
 * @param {number} width
 * @param {number} height
 * @returns {{left: number, top: number, right: number, bottom: number}|null}
 */
function boxOf(ink, width, height) {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
            const index = y * width + x;
            const isLine = ink[index] > 127
                && [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
                    .filter((step) => ink[index + step] > 127).length > 2;
            if (isLine) {
                left = Math.min(left, x);
                right = Math.max(right, x + 1);
                top = Math.min(top, y);
                bottom = Math.max(bottom, y + 1);
            }
        }
    }
    return right > left ? { left, top, right, bottom } : null;
}

/**
 * @param {Uint8ClampedArray} ink
 * @param {number} width
 * @param {{left: number, top: number, right: number, bottom: number}} box
 */
function cut(ink, width, { left, top, right, bottom }) {
    const whole = element("canvas", { width: right - left, height: bottom - top });
    const pen = penOf(whole);
    const pixels = pen.createImageData(whole.width, whole.height);
    for (let y = 0; y < whole.height; y += 1) {
        for (let x = 0; x < whole.width; x += 1) {
            pixels.data[4 * (y * whole.width + x) + 3] = ink[(y + top) * width + x + left];
        }
    }
    pen.putImageData(pixels, 0, 0);
    const scale = Math.min(1, widest / whole.width, highest / whole.height);
    const kept = element("canvas", {
        width: Math.ceil(whole.width * scale) + 2 * margin, height: Math.ceil(whole.height * scale) + 2 * margin,
    });
    const other = penOf(kept);
    other.imageSmoothingQuality = "high";
    other.drawImage(whole, margin, margin, whole.width * scale, whole.height * scale);
    return kept;
}

/** @param {HTMLCanvasElement} canvas */
function penOf(canvas) {
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
}

"""#),
("lowwindow.css", "text/css; charset=utf-8", "84804b39fdddfbbc29d9f2f37d845aa15a4dd045029588cddab22c2b3dbd426f", #"""
/* The signing screen in a low window, or in one that is enlarged much: the bars in one line. */

@media (max-height: 26rem) {
    .menu {
        grid-template-columns: repeat(2, minmax(0, 1fr));
        min-inline-size: 0;
        inline-size: min(24rem, 100vw - 0.75rem);
        max-block-size: calc(100vh - 3.5rem);
        max-block-size: calc(100dvh - 3.5rem);
    }

    .menu button {
        text-align: start;
        white-space: normal;
    }

    .menu:not([hidden]) {
        display: grid;
    }

    .signing {
        --target: 36px;
        grid-template:
            "bar next actions" auto "notice notice notice" auto "main main main" minmax(4rem, 1fr)
            / minmax(0, 1fr) auto auto;
    }

    .bar {
        display: flex;
        gap: 0.75rem;
        min-block-size: 0;
    }

    .bar, .next-place, .signing > .actions {
        padding-block: 3px;
        border-block-start: 0;
        border-block-end: 1px solid var(--line);
    }

    .next-place, .next-place:has([hidden]) {
        padding-inline: 0 0.4rem;
    }

    .signing > .actions {
        flex-wrap: nowrap;
        gap: 0.4rem;
    }

    .signing > .actions > button, .next-place > button, .more-place > button {
        min-inline-size: 0;
        padding-inline: 0.75rem;
    }

    .bar-facts {
        flex: 1;
        min-inline-size: 0;
    }

    .bar-facts p, .saved:not([data-failed="true"]) {
        display: none;
    }

    .progress-place {
        flex: none;
        inline-size: 13rem;
        margin: 0;
        font-size: 0.8125rem;
    }

    .progress-track {
        block-size: 4px;
        margin-block-start: 1px;
    }

    .signing > .actions .menu {
        inset-block: calc(100% + 6px) auto;
    }

    .notice-place {
        padding-inline: 0.4rem;
        max-block-size: 55vh;
        max-block-size: 55dvh;
    }

    .notice {
        column-gap: 0.4rem;
        margin-block: 3px;
        padding-block: 0;
        padding-inline-start: 0.5rem;
    }

    .notice p {
        padding-block: 0.2rem;
        font-size: 0.875rem;
        line-height: 1.3;
    }
}

/* Low and narrow: what is signed stands in the window's title, and at last how far it is becomes a number. */

@media (max-height: 26rem) and (max-width: 47.99rem) {
    .bar {
        gap: 0.4rem;
        padding-inline: 0.4rem;
    }

    .bar-facts {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        overflow: hidden;
        clip-path: inset(50%);
    }

    .bar-note {
        flex: 1;
        margin: 0;
    }

    .progress-place {
        flex: 0 1 auto;
        inline-size: auto;
    }

    .bar-view {
        display: flex;
        gap: 0.4rem;
        order: -1;
    }

    .page-number {
        min-block-size: var(--target);
        min-inline-size: 30px;
        margin: 0;
        padding-inline: 0.3rem;
        font-size: 0.75rem;
        letter-spacing: -0.02em;
    }

    .signing > .actions {
        padding-inline-end: 0.5rem;
    }

    .signing > .actions > button, .next-place > button, .more-place > button, .zoom button {
        padding-inline: 0.45rem;
        font-size: 0.875rem;
    }

    .zoom button {
        min-inline-size: 30px;
        padding-inline: 0;
    }

    .zoom .zoom-fit {
        min-inline-size: 2.4rem;
        font-size: 0.75rem;
    }
}

@media (max-height: 26rem) and (max-width: 34.99rem) {
    .bar, .bar .bar-view {
        gap: 0.25rem;
    }

    .bar {
        padding-inline-start: 0.25rem;
    }

    .signing > .actions {
        gap: 0.25rem;
        padding-inline-end: 0.25rem;
    }

    .next-place {
        padding-inline-end: 0.25rem;
    }

    .signing > .actions > button, .next-place > button {
        padding-inline: 0.35rem;
        font-size: 0.8125rem;
    }

    .signing .page-number {
        min-inline-size: 24px;
        padding-inline: 0.15rem;
    }

    .page-number.has-many .page-count {
        display: none;
    }

    /* More keeps its name for screen readers. */
    .signing .more-place > .more {
        min-inline-size: 30px;
        padding-inline: 0;
        font-size: 0;
    }

    .signing .more .icon {
        font-size: 1rem;
    }

    .progress-text {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        overflow: hidden;
        clip-path: inset(50%);
        white-space: nowrap;
    }

    .progress::before {
        content: attr(data-count);
        content: attr(data-count) / "";
        font-weight: 600;
        white-space: nowrap;
    }
}

"""#),
("marks.js", "text/javascript; charset=utf-8", "40239c27c69f3bb98534f2c698a3769329ee923a8bc157080cc736699c4a91dc", #"""
// Signatures that the signer places where they choose, for a sender who has marked no place. A button puts one into the
// middle of what is seen; it is moved by dragging, with the arrow keys, or with the buttons beside the first one.

import { openAdoption } from "./adopt.js";
import { signatureDrawing } from "./artwork.js";
import { element, icon, icons } from "./dom.js";
import { reveal } from "./navigation.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Mark} Mark */

/** @typedef {{mark: Mark, control: HTMLElement, timer: number|undefined}} Placed */
/** @typedef {"ArrowLeft"|"ArrowRight"|"ArrowUp"|"ArrowDown"|"smaller"|"larger"|"remove"} MarkAct */

/**
 * @typedef {object} Marks
 * @property {() => Promise<void>} place puts a signature into the middle of the window
 * @property {(act: MarkAct) => void} change does something with the signature that was last in focus
 * @property {() => Promise<void>} flush brings every moved signature to the host
 */

const usual = { width: 150, height: 45 }; // points
const widths = { least: 60, most: 300 }; // points
const step = 12; // points
const fineStep = 2;
const growth = 1.2;
const pause = 400; // milliseconds without a move until the host hears of it

/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Shows the placed signatures on their pages.
 * @param {Ceremony} ceremony
 * @param {import("./documentview.js").DocumentView} view
 * @param {import("./navigation.js").Guide} guide
 * @returns {Marks}
 */
export function placeMarks(ceremony, view, guide) {
    const { state, api, announcer } = ceremony;
    /** @type {Map<string, Placed>} */
    const placed = new Map();
    /** @param {Mark} mark */
    const pageOf = (mark) => view.page(mark.documentId, mark.page);

    state.subscribe(() => {
        for (const [id, { control }] of placed) {
            if (!state.session.marks.some((mark) => mark.id === id)) {
                control.remove();
                placed.delete(id);
            }
        }
        for (const mark of state.session.marks) {
            const known = placed.get(mark.id);
            if (known === undefined) {
                show(mark);
            } else if (known.timer === undefined) {
                known.mark = mark;
                draw(known);
            }
        }
        const { signature } = state.session;
        for (const { control, mark } of placed.values()) {
            control.replaceChildren(...signature === null ? [] : [signatureDrawing(signature, mark)]);
        }
    });

    /** @param {Mark} mark */
    function show(mark) {
        const page = pageOf(mark);
        if (page === undefined) {
            return;
        }
        const control = element("button", {
            type: "button", class: "mark",
            "aria-label": text("mark.label", { page: mark.page, name: page.file.name }),
            "aria-description": text("mark.keys"),
            onfocus: () => { state.update((changing) => { changing.chosenMark = mark.id; }); },
            onkeydown: (/** @type {KeyboardEvent} */ event) => onKey(event, mark.id),
            onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, mark.id),
        });
        const own = { mark, control, timer: undefined };
        placed.set(mark.id, own);
        page.layer.append(control);
        draw(own);
    }

    /** @param {Placed} placed */
    function draw({ mark, control }) {
        const page = pageOf(mark);
        if (page !== undefined) {
            control.style.left = `${(100 * mark.x) / page.size.width}%`;
            control.style.insetBlockStart = `${(100 * mark.y) / page.size.height}%`;
            control.style.inlineSize = `${(100 * mark.width) / page.size.width}%`;
            control.style.blockSize = `${(100 * mark.height) / page.size.height}%`;
        }
    }

    /**
     * Changes a signature's place here at once, and at the host after a moment.
     * @param {string} id
     * @param {(mark: Mark) => Partial<Mark>} change
     */
    function change(id, change) {
        const own = placed.get(id);
        const page = own && pageOf(own.mark);
        if (own === undefined || page === undefined || state.leaving) {
            return;
        }
        own.mark = within(page, { ...own.mark, ...change(own.mark) });
        draw(own);
        clearTimeout(own.timer);
        own.timer = setTimeout(() => save(own), pause);
    }

    /** @param {Placed} own */
    async function save(own) {
        clearTimeout(own.timer);
        own.timer = undefined;
        try {
            const session = await api.mark(own.mark, newKey());
            state.update((changing) => { changing.session = session; });
        } catch (failure) {
            ceremony.showFailure(failure);
            state.update(() => {});
        }
    }

    async function flush() {
        await Promise.all([...placed.values()].filter((own) => own.timer !== undefined).map(save));
    }

    /**
     * @param {KeyboardEvent} event
     * @param {string} id
     */
    function onKey(event, id) {
        const way = ways[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        if (way !== undefined) {
            move(id, way, event.shiftKey ? fineStep : step);
        } else if (event.key === "+" || event.key === "-") {
            resize(id, event.key === "+" ? growth : 1 / growth);
        } else if (event.key === "Delete" || event.key === "Backspace") {
            remove(id);
        } else if (event.key === "Enter" && !event.repeat) {
            openAdoption(ceremony, "signature", null);
        } else {
            return;
        }
        event.preventDefault();
    }

    /**
     * @param {string} id
     * @param {[number, number]} way
     * @param {number} by
     */
    function move(id, [right, down], by) {
        change(id, ({ x, y }) => ({ x: x + right * by, y: y + down * by }));
    }

    /**
     * @param {string} id
     * @param {number} by
     */
    function resize(id, by) {
        change(id, ({ x, y, width, height }) => {
            const wide = Math.min(widths.most, Math.max(widths.least, width * by));
            return { x, y, width: wide, height: height * wide / width };
        });
    }

    /** @param {string} id */
    async function remove(id) {
        const own = placed.get(id);
        if (own === undefined || state.leaving) {
            return;
        }
        clearTimeout(own.timer);
        own.timer = undefined;
        try {
            const session = await api.removeMark(id, newKey());
            state.update((changing) => {
                changing.session = session;
                changing.chosenMark = null;
            });
            announcer.say(text("mark.removed", { progress: state.progressText }));
            guide.goToPlacing();
        } catch (failure) {
            ceremony.showFailure(failure);
        }
    }

    /**
     * @param {PointerEvent} start
     * @param {string} id
     */
    function drag(start, id) {
        const own = placed.get(id);
        const page = own && pageOf(own.mark);
        if (start.button !== 0 || own === undefined || page === undefined) {
            return;
        }
        const points = page.size.width / page.sheet.clientWidth;
        const { x, y } = own.mark;
        own.control.setPointerCapture(start.pointerId);
        /** @param {PointerEvent} event */
        const follow = (event) => change(id, () => ({
            x: x + (event.clientX - start.clientX) * points, y: y + (event.clientY - start.clientY) * points,
        }));
        own.control.addEventListener("pointermove", follow);
        own.control.addEventListener("lostpointercapture", () => {
            own.control.removeEventListener("pointermove", follow);
        }, { once: true });
    }

    /** Opens the dialog to adopt a signature first if there is none. */
    async function place() {
        if (state.leaving) {
            return;
        }
        if (state.session.signature === null) {
            openAdoption(ceremony, "signature", null, () => { place(); });
            return;
        }
        const mark = inSight(view);
        try {
            const session = await api.mark(mark, newKey());
            state.update((changing) => { changing.session = session; });
            announcer.withdraw("action");
            announcer.say(text("mark.placed", { page: mark.page }));
            const control = placed.get(mark.id)?.control;
            if (control !== undefined) {
                reveal(control);
            }
        } catch (failure) {
            ceremony.showFailure(failure);
        }
    }

    /** @param {MarkAct} act */
    function changeChosen(act) {
        const id = state.chosenMark;
        if (id === null) {
            return;
        }
        switch (act) {
        case "remove": remove(id); break;
        case "larger": resize(id, growth); break;
        case "smaller": resize(id, 1 / growth); break;
        default: move(id, ways[act], step);
        }
    }

    return { place, change: changeChosen, flush };
}

/**
 * A new mark in the middle of the part of a page that is seen.
 * @param {import("./documentview.js").DocumentView} view
 * @returns {Mark}
 */
function inSight({ pages, area }) {
    const { left, top } = area.getBoundingClientRect();
    const middle = { x: left + area.clientWidth / 2, y: top + area.clientHeight / 2 };
    /** @param {Page} page */
    const distance = ({ sheet }) => {
        const box = sheet.getBoundingClientRect();
        return Math.max(box.top - middle.y, middle.y - box.bottom, 0);
    };
    const page = pages.reduce((nearest, other) => distance(other) < distance(nearest) ? other : nearest);
    const box = page.sheet.getBoundingClientRect();
    const points = page.size.width / box.width;
    return within(page, {
        id: newKey(), documentId: page.file.id, page: page.number, ...usual,
        x: (middle.x - box.left) * points - usual.width / 2, y: (middle.y - box.top) * points - usual.height / 2,
    });
}

/**
 * @param {Page} page
 * @param {Mark} mark
 * @returns {Mark}
 */
function within({ size }, mark) {
    const width = Math.min(mark.width, size.width);
    const height = Math.min(mark.height, size.height);
    return {
        ...mark, width, height,
        x: Math.max(0, Math.min(mark.x, size.width - width)), y: Math.max(0, Math.min(mark.y, size.height - height)),
    };
}

/**
 * The button that places a signature, and those that move the one that was last in focus.
 * @param {State} state
 * @param {Marks} marks
 * @param {import("./navigation.js").Guide} guide
 * @returns {HTMLElement}
 */
export function markTools(state, marks, guide) {
    const place = element("button", { type: "button", onclick: () => marks.place() });
    /** @type {MarkAct[]} */
    const acts = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "smaller", "larger", "remove"];
    const tools = element("div", { class: "mark-tools", role: "group", "aria-label": text("mark.tools") },
        ...acts.map((act) => element("button", {
            type: "button", class: "quiet icon-only", "aria-label": text(`mark.${act}`), title: text(`mark.${act}`),
            onclick: () => marks.change(act),
        }, icon(icons[act]))));
    state.subscribe(() => {
        const all = state.session.marks;
        place.textContent = text(all.length === 0 ? "mark.place" : "mark.placeAnother");
        place.className = all.length === 0 ? "primary" : "";
        tools.hidden = !all.some((mark) => mark.id === state.chosenMark);
    });
    guide.on("place", () => place.focus());
    return element("section", { class: "placing", "aria-label": text("placing.label") }, place, tools);
}

"""#),
("memory.js", "text/javascript; charset=utf-8", "3bb0a9a61dbb6d6888e2e39334ee5f70a7451815070b8e67a75cb49d75d9998d", #"""
// Signatures and initials that a person lets this device remember. They stay in the browser's own store, as little of them
// as is needed to make them again, under a hash of the person's e-mail address: somebody else who signs here gets none.

/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Session} Session */

const prefix = "countersign.mark.";

export class Memory {
    #store;
    #names;

    /**
     * @param {Storage} store
     * @param {Record<AdoptionKind, string>} names under which the store has them
     */
    constructor(store, names) {
        this.#store = store;
        this.#names = names;
    }

    /**
     * What was adopted last, as the host takes it; null if nothing is remembered.
     * @param {AdoptionKind} kind
     * @returns {Record<string, any>|null}
     */
    recall(kind) {
        try {
            return JSON.parse(this.#store.getItem(this.#names[kind]) ?? "null");
        } catch {
            return null;
        }
    }

    /**
     * @param {AdoptionKind} kind
     * @param {Record<string, any>} artwork as it was sent to the host
     */
    keep(kind, artwork) {
        try {
            this.#store.setItem(this.#names[kind], JSON.stringify(needed(artwork)));
        } catch {
            // The store is full. An older one is not what the person asked to keep.
            this.forget(kind);
        }
    }

    /** @param {AdoptionKind} kind */
    forget(kind) {
        this.#store.removeItem(this.#names[kind]);
    }
}

/**
 * Returns the memory for a person, or null if the device passes from person to person or cannot store anything.
 * @param {Session} session
 * @returns {Promise<Memory|null>}
 */
export async function openMemory({ recipient, rules }) {
    const hasHashes = globalThis.crypto?.subtle !== undefined; // only for addresses that are secure
    if (!rules.copies || recipient.email === "" || !hasHashes) {
        return null;
    }
    try {
        const store = localStorage;
        const email = recipient.email.trim().toLowerCase();
        return new Memory(store, { signature: await nameFor("signature", email), initials: await nameFor("initials", email) });
    } catch {
        return null; // The browser keeps nothing for this page.
    }
}

/**
 * @param {AdoptionKind} kind
 * @param {string} email
 */
async function nameFor(kind, email) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${kind}\n${email}`));
    return prefix + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * How fast and how hard somebody draws is not needed to make a drawing again.
 * @param {Record<string, any>} artwork
 */
function needed({ strokes, ...rest }) {
    /** @type {{x: number, y: number}[][]|undefined} */
    const lines = strokes;
    return { ...rest, strokes: lines?.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
}

"""#),
("moremenu.js", "text/javascript; charset=utf-8", "1d41be46d0e7a6b57f340a173bfddfe6cd3580c2d13d501d50bab850f18e85dd", #"""
// The More button and what it opens: the search, copies to keep, and the ways out: finish later, assign, decline.

import { download } from "./copies.js";
import { openDecline } from "./decline.js";
import { openDelegate } from "./delegate.js";
import { element, icon, icons } from "./dom.js";
import { offersElsewhere, openElsewhere } from "./elsewhere.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/**
 * @param {Ceremony} ceremony
 * @param {{print?: (() => void)|null, search?: (() => void)|null}} parts null where pages cannot be printed, and where no
 *   documents are shown
 * @returns {HTMLElement}
 */
export function moreMenu(ceremony, { print = null, search = null }) {
    const isOpen = !ceremony.state.readOnly;
    const offersCopies = ceremony.state.session.rules.copies;
    const list = element("ul", { id: "more-list", class: "menu", hidden: true },
        search === null ? null : entry(text("search.open"), search),
        offersCopies ? entry(text("action.download"), () => download(ceremony.state.session)) : null,
        print === null || !offersCopies ? null : entry(text("action.print"), print),
        isOpen && offersElsewhere(ceremony) ? entry(text("action.elsewhere"), () => openElsewhere(ceremony)) : null,
        isOpen && ceremony.state.session.rules.later ? entry(text("action.later"), () => ceremony.later()) : null,
        isOpen && ceremony.state.session.rules.reassign
            ? entry(text("action.delegate"), () => openDelegate(ceremony)) : null,
        isOpen && ceremony.state.session.rules.decline ? entry(text("action.decline"), () => openDecline(ceremony)) : null);
    const opener = element("button", {
        type: "button", class: "more", "aria-expanded": "false", "aria-controls": list.id,
        onclick: () => show(list.hidden),
    }, text("action.more"), icon(icons.more));
    const place = element("div", { class: "more-place" }, opener, list);

    /** @param {boolean} open */
    function show(open) {
        list.hidden = !open;
        opener.setAttribute("aria-expanded", String(open));
        if (open) {
            list.querySelector("button")?.focus();
            document.addEventListener("pointerdown", closeOutside);
        } else {
            document.removeEventListener("pointerdown", closeOutside);
        }
    }

    /** @param {Event} event */
    function closeOutside(event) {
        if (!place.contains(/** @type {Node} */ (event.target))) {
            show(false);
        }
    }

    /**
     * @param {string} label
     * @param {() => void} act
     */
    function entry(label, act) {
        return element("li", {}, element("button", {
            type: "button",
            onclick: () => {
                show(false);
                opener.focus();
                act();
            },
        }, label));
    }

    place.addEventListener("keydown", (event) => {
        if (list.hidden) {
            return;
        }
        if (event.key === "Escape") {
            event.preventDefault();
            show(false);
            opener.focus();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            step(list, event.key === "ArrowDown" ? 1 : -1);
        }
    });
    place.addEventListener("focusout", (event) => {
        if (!list.hidden && event.relatedTarget !== null && !place.contains(/** @type {Node} */ (event.relatedTarget))) {
            show(false);
        }
    });
    return place;
}

/**
 * Moves the focus to the entry before or after.
 * @param {HTMLElement} list
 * @param {number} by
 */
function step(list, by) {
    const entries = [...list.querySelectorAll("button")];
    const at = entries.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    entries[(at + by + entries.length) % entries.length]?.focus();
}

"""#),
("navigation.js", "text/javascript; charset=utf-8", "66cfc0b3dac0a7054fcf0c5c502a5cd8e592fe71da6371ee59fba90f48301cb2", #"""
// Leads from field to field.

import { comeCloser, stepBack } from "./closer.js";
import { Eventful } from "./events.js";
import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Tab} Tab */

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

const farAway = 2; // pages: a longer way is jumped, so that nothing between is fetched or seems to have been shown

/**
 * Scrolls a control to the middle of the window and puts the focus on it.
 * @param {HTMLElement} control
 */
export function reveal(control) {
    control.focus({ preventScroll: true });
    bringIntoSight(control);
}

/**
 * Scrolls something on a page to the middle of the window.
 * @param {HTMLElement} target
 */
export function bringIntoSight(target) {
    const { top } = target.getBoundingClientRect();
    const page = target.closest(".sheet")?.clientHeight ?? innerHeight;
    const isFar = Math.abs(top - innerHeight / 2) > farAway * page;
    target.scrollIntoView({
        block: "center", inline: "nearest", behavior: lessMotion.matches || isFar ? "auto" : "smooth",
    });
}

/**
 * @typedef {object} GuideEvents
 * @property {null} place a signature has to be placed: the focus belongs on the button for it
 * @property {null} finish nothing is left but to finish: the focus belongs on the button for it
 */

/**
 * Leads to fields and pages of the document's screen.
 * @extends {Eventful<GuideEvents>}
 */
export class Guide extends Eventful {
    #ceremony;
    #fields;
    #view;

    /**
     * @param {Ceremony} ceremony
     * @param {Map<string, Field>} fields by the ids of their tabs
     * @param {import("./documentview.js").DocumentView} view
     */
    constructor(ceremony, fields, view) {
        super();
        this.#ceremony = ceremony;
        this.#fields = fields;
        this.#view = view;
    }

    /**
     * Puts the focus on a field.
     * @param {Tab} tab
     */
    goTo(tab) {
        const field = this.#fields.get(tab.id);
        if (field !== undefined) {
            reveal(field.control);
        }
    }

    /**
     * @param {string} documentId
     * @param {number} number of the page
     */
    goToPage(documentId, number) {
        this.#view.goTo(this.#view.page(documentId, number));
    }

    goToPlacing() {
        this.tell("place");
    }

    /**
     * Goes to the next thing that has to be done: the first one behind the field that was last in focus, and from the
     * end on with the first of all. Where the host wants Next to lead everywhere, goes to the next field whether or not
     * it has to be filled. On a phone the documents are enlarged around a field, to be read. Then come the pages that the signer has not looked at; when nothing is left to do, goes to
     * Finish.
     * @param {Tab} [after] the field to look behind
     */
    goToNext(after) {
        const { state, announcer } = this.#ceremony;
        state.update((changing) => { changing.started = true; });
        if (state.needsMark) {
            announcer.say(text("next.place"));
            this.goToPlacing();
            return;
        }
        const next = nextPlace(state, after?.id ?? state.visited ?? "");
        if (next !== undefined) {
            const { tab, label, rule } = next;
            const words = { label, page: tab.page, progress: state.progressText };
            announcer.say(rule === undefined ? text("next.field", words) : text("next.group", { ...words, rule }));
            const field = this.#fields.get(tab.id);
            if (field !== undefined) {
                comeCloser(this.#view, field);
            }
            this.goTo(tab);
            return;
        }
        state.visited = undefined;
        stepBack(this.#view);
        const [unseen] = state.unseenPages;
        if (unseen !== undefined) {
            const { name } = state.session.documents.find((signed) => signed.id === unseen.documentId) ?? { name: "" };
            announcer.say(text("next.page", { page: unseen.page, name, progress: state.progressText }));
            this.goToPage(unseen.documentId, unseen.page);
            return;
        }
        announcer.withdraw("action");
        announcer.say(text("next.allDone"));
        this.tell("finish");
    }
}

/**
 * The next field or group of fields to go to, if there is one.
 * @param {State} state
 * @param {string} from id of the field to look behind
 * @returns {{tab: Tab, label: string, rule?: string}|undefined}
 */
function nextPlace(state, from) {
    const order = state.session.tabs.map((tab) => tab.id);
    const here = order.indexOf(from);
    /** @param {{tab: Tab}} place */
    const isBehind = ({ tab }) => order.indexOf(tab.id) > here;
    const missing = state.missingItems;
    const everywhere = state.session.rules.nextOnlyToBlankRequired
        ? []
        : state.fillableTabs.map((tab) => ({ tab, label: nameOf(tab) }));
    return everywhere.find(isBehind) ?? missing.find(isBehind) ?? missing[0];
}

"""#),
("pagefields.js", "text/javascript; charset=utf-8", "362925855add3adcbcdcf8edf6ba965e3cc9e3323d6e0cdc826ecc94f99b6123", #"""
// Puts the fields on their pages.

import { element } from "./dom.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * @param {Page[]} pages
 * @param {Field[]} fields every field of the envelope, in reading order
 * @returns {Map<Page, Field[]>} the fields of each page that has some
 */
export function placeFields(pages, fields) {
    /** @type {Map<Page, Field[]>} */
    const placed = new Map();
    for (const page of pages) {
        const own = fields.filter(({ tab }) => tab.documentId === page.file.id && tab.page === page.number);
        /** @type {Map<string|null, HTMLElement>} */
        const groups = new Map();
        for (const field of own) {
            field.place(page.size);
            const place = groupOf(field.tab, page.layer, groups);
            place.append(field.frame);
            // The page's words do not come between the buttons of a choice.
            page.items.push({ element: place === page.layer ? field.frame : place, box: field.tab });
        }
        if (own.length > 0) {
            placed.set(page, own);
        }
    }
    return placed;
}

/**
 * What holds a field: the buttons of one group stand in an element that screen readers take for the group. It has no
 * place of its own on the paper.
 * @param {Tab} tab
 * @param {HTMLElement} layer
 * @param {Map<string|null, HTMLElement>} groups those of the page so far
 */
function groupOf(tab, layer, groups) {
    if (tab.kind !== "radio") {
        return layer;
    }
    const known = groups.get(tab.group);
    const group = known ?? element("div", { class: "choices" });
    if (known === undefined) {
        groups.set(tab.group, group);
        layer.append(group);
    }
    return group;
}

"""#),
("pagesource.js", "text/javascript; charset=utf-8", "798bdd527c9e50d36c8ec68bedc7cb25c22baa15441eda66f10c38d1f9c75bcf", #"""
// Where the pictures and words of the documents' pages come from: the host.

import { loadInto } from "./access.js";
import { pageAddress } from "./api.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./pages.js").PageSource} PageSource */

/**
 * @param {Api} api
 * @returns {PageSource}
 */
export function pageSource(api) {
    return {
        loadPicture({ file, number }, width, picture, signal) {
            const version = encodeURIComponent(file.version);
            loadInto(picture, `${pageAddress(file.id, number)}/image?width=${width}&v=${version}`, signal);
        },
        words({ file, number }, isRead) {
            return api.words(pageAddress(file.id, number), file.version, isRead);
        },
    };
}

"""#),
("placing.js", "text/javascript; charset=utf-8", "1c78968aea3824be90898cab34e3ded84299d89e5819c727487575e08ce14816", #"""
// After an adoption further places of its kind may be left: one button fills them all.

import { element } from "./dom.js";
import { newKey } from "./requests.js";
import { isFillable } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Tab} Tab */

/** @type {Record<AdoptionKind, Tab["kind"]>} */
const kinds = { signature: "signHere", initials: "initialHere" };

/**
 * The fields for artwork of a kind that are shown.
 * @param {State} state
 * @param {AdoptionKind} kind
 * @returns {Tab[]}
 */
export function placesOf(state, kind) {
    return state.session.tabs.filter((tab) => tab.kind === kinds[kind] && isFillable(tab));
}

/**
 * The button that fills all required places of a kind that are left. It is hidden while there are none, and before an
 * adoption.
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @param {() => void} focusOnward puts the focus on the button that leads on
 * @returns {HTMLElement}
 */
function placeAll(ceremony, kind, focusOnward) {
    const { state, api, announcer } = ceremony;
    const button = element("button", { type: "button", onclick: place });
    const left = () => placesOf(state, kind).filter((tab) => tab.required && !state.isDone(tab));
    let key = newKey();
    state.subscribe(() => {
        const count = left().length;
        const hadFocus = document.activeElement === button;
        button.hidden = state.readOnly || state.session[kind] === null || count === 0;
        button.textContent = text(`placing.${kind}`, { count });
        if (button.hidden && hadFocus) {
            focusOnward();
        }
    });

    async function place() {
        if (button.getAttribute("aria-busy") === "true") {
            return;
        }
        button.setAttribute("aria-busy", "true");
        const fields = left().map((tab) => tab.id);
        try {
            const session = await api.place(fields, key);
            state.update((changing) => { changing.session = session; });
            announcer.withdraw("action");
            announcer.say(text("placing.done", { count: fields.length, progress: state.progressText }));
        } catch (failure) {
            ceremony.showFailure(failure);
        } finally {
            key = newKey();
            button.removeAttribute("aria-busy");
        }
    }

    return button;
}

/**
 * @param {Ceremony} ceremony
 * @param {() => void} focusOnward puts the focus on the button that leads on
 * @returns {HTMLElement}
 */
export function placing(ceremony, focusOnward) {
    return element("section", { class: "placing", "aria-label": text("placing.label") },
        placeAll(ceremony, "signature", focusOnward), placeAll(ceremony, "initials", focusOnward));
}

"""#),
("print.css", "text/css; charset=utf-8", "6a75ff04eabd55cd1455424f3306c41f3fd5dd9b83a24cbb6ee3294b05085e6d", #"""
/* On paper: the documents and what was entered, without the page around them. */

@page {
    margin: 10mm;
}

@media print {
    .bar, .actions, .next-place, .below-bar, .notice-place, .hit, #dialogs, .noscript, .field-note, .field-label, .invitation, .document-title, .message,
    .consent-actions, .agree {
        display: none !important;
    }

    body, .documents, .consent, .card {
        padding: 0;
        border: 0;
        background: #ffffff;
        color: #000000;
        box-shadow: none;
    }

    .signing {
        display: block;
        block-size: auto;
        overflow: visible;
    }

    .documents {
        inline-size: auto;
        overflow: visible;
    }

    .document + .document {
        margin: 0;
    }

    .sheet {
        inline-size: min(100%, 98vh * var(--ratio)) !important;
        max-inline-size: none !important;
        margin: 0 auto;
        border: 0;
        border-radius: 0;
        box-shadow: none;
        outline: none;
        break-after: page;
        break-inside: avoid;
        print-color-adjust: exact;
    }

    .document:last-child .sheet:last-child {
        break-after: auto;
    }

    .field {
        --edge-of-field: transparent !important;
        --ground-of-field: transparent !important;
    }

    .field ::placeholder {
        color: transparent;
    }

    .field .text-input, .field select, .sign-button {
        border-color: transparent;
        box-shadow: none !important;
        outline: none !important;
    }
}

"""#),
("proof.js", "text/javascript; charset=utf-8", "025ed58bac3e53894dce2c291ab6696afb7dd745ddeb33dda3ee561b52f8a110", #"""
// Asks for the code without which nothing is shown, where the page has no cookie and so no form of its own.

import { accessHeaders } from "./access.js";
import { Refusal } from "./api.js";
import { element } from "./dom.js";
import { attempt } from "./embedding.js";
import { text } from "./text.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} explanation
 * @property {string} label
 * @property {string} button
 * @property {string|null} [note]
 * @property {string|null} [send] the button that has a code sent
 * @property {boolean} takesCode
 * @property {boolean} isByMail
 * @property {string|null} [problem]
 * @property {boolean} [passed]
 */

/**
 * Asks until the code has been given.
 * @param {(content: HTMLElement[], title: string) => void} show
 */
export async function prove(show) {
    /** @type {Question} */
    let question = await attempt("proof");
    while (!question.passed) {
        question = await answerTo(question, show);
    }
}

/**
 * @param {Question} question
 * @param {(content: HTMLElement[], title: string) => void} show
 * @returns {Promise<Question>} what the host says to the answer
 */
function answerTo(question, show) {
    return new Promise((resolve, reject) => {
        const problem = element("p", { id: "proof-problem", class: "problem", role: "alert" }, question.problem ?? "");
        const code = element("input", {
            id: "proof-code", required: true, maxlength: 200, spellcheck: "false", autocapitalize: "off",
            autocomplete: question.isByMail ? "one-time-code" : "off",
            inputmode: question.isByMail ? "numeric" : null,
            "aria-describedby": question.problem ? problem.id : null,
            "aria-invalid": question.problem ? "true" : null,
        });
        const send = question.send
            ? element("button", { type: "button", onclick: () => post("proof/send", "") }, question.send) : null;
        const form = element("form", { class: "proof-form", novalidate: true },
            question.takesCode ? element("label", { for: code.id }, question.label) : null,
            question.takesCode ? code : null,
            problem,
            element("div", { class: "consent-actions" },
                question.takesCode ? element("button", { type: "submit", class: "primary" }, question.button) : null,
                send));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            post("proof", code.value.trim());
        });
        show([element("main", { class: "consent" }, element("div", { class: "card" },
            element("h1", { tabindex: "-1" }, question.title),
            element("p", {}, question.explanation), form,
            question.note ? element("p", { class: "quiet-text" }, question.note) : null))], question.title);
        if (question.problem) {
            code.focus();
        }

        /**
         * @param {string} path
         * @param {string} entered
         */
        async function post(path, entered) {
            try {
                const response = await fetch(path, {
                    method: "POST", headers: accessHeaders(), credentials: "omit",
                    body: new URLSearchParams({ code: entered }),
                });
                const content = await response.json().catch(() => null);
                if (response.ok) {
                    resolve(content);
                } else if (response.status < 500) {
                    reject(new Refusal(response.status, content?.error ?? {}));
                } else {
                    problem.textContent = text("error.unknown");
                }
            } catch {
                problem.textContent = text("error.unreachable");
            }
        }
    });
}

"""#),
("remembering.js", "text/javascript; charset=utf-8", "25571fe48262f1c07e17fea8da0f1b4265429b5c900cf66a4cbc975e03116d35", #"""
// In the dialog to adopt a signature: whether this device may remember it, and the way to make it forget.

import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

/**
 * @param {Memory} memory
 * @param {AdoptionKind} kind
 * @param {string} email
 * @returns {{element: HTMLElement, note: (artwork: object) => void}} `note` remembers what was adopted, or forgets
 */
export function remembering(memory, kind, email) {
    const isKnown = memory.recall(kind) !== null;
    const box = element("input", {
        id: "remember", type: "checkbox", checked: isKnown, "aria-describedby": "remember-rule",
    });
    const known = element("p", { class: "quiet-text", role: "status" });
    if (isKnown) {
        const forget = element("button", { type: "button", class: "quiet", onclick: () => {
            memory.forget(kind);
            box.checked = false;
            known.textContent = text("remember.forgotten");
            box.focus();
        } }, text("remember.forget"));
        known.append(text("remember.known"), " ", forget);
    }
    return {
        element: element("div", { class: "remember" },
            known,
            element("label", { class: "remember-choice", for: box.id }, box, text(`remember.${kind}`)),
            element("p", { class: "quiet-text", id: "remember-rule" }, text("remember.rule", { email }))),
        note(artwork) {
            if (box.checked) {
                memory.keep(kind, artwork);
            } else {
                memory.forget(kind);
            }
        },
    };
}

"""#),
("saving.js", "text/javascript; charset=utf-8", "a154a7e2211039554b903639dff35bd57f95096cd9a0572a0291ee24c3a80517", #"""
// Brings entries to the host: one write per changed value, again and again while the network is away.

import { Refusal } from "./api.js";
import { newKey } from "./requests.js";
import { nameOf } from "./state.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./announcer.js").Announcer} Announcer */

const pauseAfterFailure = 10_000; // milliseconds until failed entries are tried again

export class Saving {
    #state;
    #api;
    #announcer;
    /**
     * Writes under way, by tab; those of a radio group's buttons by their group, one after the other: what is written
     * last is what was chosen last.
     * @type {Map<string, Promise<void>>}
     */
    #underWay = new Map();
    /**
     * The fields whose last write got no answer. The host may or may not have stored the value.
     * @type {Set<string>}
     */
    #unsure = new Set();
    /** @type {number|undefined} */
    #timer;

    /**
     * @param {State} state
     * @param {Api} api
     * @param {Announcer} announcer
     */
    constructor(state, api, announcer) {
        this.#state = state;
        this.#api = api;
        this.#announcer = announcer;
        addEventListener("online", () => this.retry());
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "hidden") {
                this.flush();
            }
        });
        addEventListener("beforeunload", (event) => {
            if (state.drafts.size > 0 && !state.leaving) {
                this.flush();
                event.preventDefault();
            }
        });
    }

    /**
     * Keeps an entry; it is written by `save` or `flush`.
     * @param {Tab} tab
     * @param {string} value
     */
    enter(tab, value) {
        if (value === this.#state.value(tab)) {
            return;
        }
        this.#state.update((state) => {
            // Also what another button of the group was about to say is given up.
            for (const other of state.session.tabs.filter((other) => key(other) === key(tab))) {
                state.drafts.delete(other.id);
            }
            if (value !== (state.tab(tab).value ?? "") || !this.#isKnown(tab)) {
                state.drafts.set(tab.id, { value, status: "changed", key: newKey() });
            }
        });
    }

    /**
     * Writes the field's entry, if it has one that was not refused.
     * @param {Tab} tab
     * @returns {Promise<void>}
     */
    save(tab) {
        const earlier = this.#underWay.get(key(tab));
        if (earlier !== undefined) {
            return earlier.then(() => this.#state.drafts.get(tab.id)?.status === "changed" ? this.save(tab) : undefined);
        }
        const draft = this.#state.drafts.get(tab.id);
        if (draft === undefined || draft.status === "refused") {
            return Promise.resolve();
        }
        const writing = this.#write(tab, draft).finally(() => this.#underWay.delete(key(tab)));
        this.#underWay.set(key(tab), writing);
        return writing;
    }

    /** Writes everything that is not written yet. */
    async flush() {
        const open = this.#state.session.tabs.filter((tab) => this.#state.drafts.has(tab.id));
        await Promise.all(open.map((tab) => this.save(tab)));
    }

    /** Writes again what failed. */
    retry() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.flush();
    }

    /**
     * Whether the host has what it said last.
     * @param {Tab} tab
     */
    #isKnown(tab) {
        return !this.#underWay.has(key(tab)) && !this.#unsure.has(key(tab));
    }

    /** Whether an entry could not be brought to the host. */
    get hasFailed() {
        return [...this.#state.drafts.values()].some((draft) => draft.status === "failed");
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     */
    async #write(tab, draft) {
        this.#mark(tab, draft, "saving");
        try {
            const session = await this.#api.fill(tab.id, draft.value, draft.key);
            this.#unsure.delete(key(tab));
            this.#state.update((state) => {
                state.session = session;
                this.#giveUp(tab, draft);
            });
            this.#withdraw();
        } catch (problem) {
            // While the sender changes the documents, entries wait here.
            const hasToWait = problem instanceof Refusal && problem.code === "being_changed";
            const isRefused = problem instanceof Refusal && problem.status < 500 && !hasToWait;
            if (!isRefused && !hasToWait) {
                this.#unsure.add(key(tab));
            }
            if (this.#state.drafts.get(tab.id) !== draft) {
                // Something else has been entered meanwhile.
                return;
            }
            if (isRefused && problem.code === "field_hidden") {
                // Another answer has hidden the field in the meantime: there is nothing to correct.
                this.#state.update(() => this.#giveUp(tab, draft));
            } else if (isRefused) {
                draft.message = problem.message || text("error.unknown");
                this.#mark(tab, draft, "refused");
                this.#announcer.say(`${nameOf(tab)}: ${draft.message}`);
                this.#withdraw();
            } else {
                this.#mark(tab, draft, "failed");
                this.#announcer.warn(hasToWait ? problem.message : text("saving.failedNotice"), "saving",
                    { label: text("action.tryAgain"), act: () => this.retry() });
                this.#timer ??= setTimeout(() => this.retry(), pauseAfterFailure);
            }
        }
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     * @param {Draft["status"]} status
     */
    #mark(tab, draft, status) {
        this.#state.update((state) => {
            if (state.drafts.get(tab.id) === draft) {
                draft.status = status;
            }
        });
    }

    /** Takes the warning back once nothing is left that failed. */
    #withdraw() {
        if (!this.hasFailed) {
            this.#announcer.withdraw("saving");
        }
    }

    /**
     * @param {Tab} tab
     * @param {Draft} draft
     */
    #giveUp(tab, draft) {
        if (this.#state.drafts.get(tab.id) === draft) {
            this.#state.drafts.delete(tab.id);
        }
    }
}

/**
 * What is entered and written as one: a field, or all buttons of a radio group.
 * @param {Tab} tab
 */
function key(tab) {
    return tab.kind === "radio" ? `group ${tab.group}` : `field ${tab.id}`;
}

"""#),
("screens.css", "text/css; charset=utf-8", "1dcbdea0cbde1358a86ba886f53b9ba1edf1f96b7e10517df213bccce07bc7c7", #"""
/* Opening, consent, and the closing screen. */

.opening {
    display: grid;
    place-items: center;
    min-block-size: 60vh;
    color: var(--quiet);
}

.noscript {
    max-inline-size: 40rem;
    margin: 4rem auto;
    padding: 0 1rem;
}

.card {
    inline-size: 100%;
    max-inline-size: 42rem;
    margin-inline: auto;
    padding: clamp(1.25rem, 5vw, 2.75rem);
    border: 1px solid var(--line);
    border-radius: 16px;
    background: var(--surface);
    box-shadow: var(--shadow);
}

/* A page around this one shows the sender's name itself. */
.is-bare .brand {
    display: none;
}

.proof-form {
    display: grid;
    gap: 0.5rem;
    margin-block: 1.5rem;
}

/* Consent */

.consent {
    padding: clamp(0.75rem, 4vw, 3.5rem) clamp(0.75rem, 4vw, 2rem);
}

.brand {
    margin: calc(-1 * clamp(1.25rem, 5vw, 2.75rem)) calc(-1 * clamp(1.25rem, 5vw, 2.75rem)) clamp(1.25rem, 5vw, 2rem);
    padding: 0.9rem clamp(1.25rem, 5vw, 2.75rem);
    border-block-end: 1px solid var(--line);
    border-start-start-radius: 15px;
    border-start-end-radius: 15px;
    background: var(--brand-header, var(--surface));
    color: var(--brand-header-text, inherit);
    font-weight: 600;
    overflow-wrap: anywhere;
}

.brand img {
    display: block;
    max-block-size: 3rem;
    max-inline-size: 100%;
}

.consent button.primary {
    border-color: var(--brand-button, var(--accent));
    background: var(--brand-button, var(--accent));
    color: var(--brand-button-text, var(--on-accent));
}

.overline {
    color: var(--quiet);
}

.consent h1 {
    margin-block: 0.15rem 1rem;
    font-size: clamp(1.5rem, 1.1rem + 2vw, 2.1rem);
}

.message {
    margin-block: 1rem;
    padding-inline-start: 1rem;
    border-inline-start: 3px solid var(--accent);
}

.message figcaption {
    color: var(--quiet);
    font-size: 0.875rem;
}

.message blockquote {
    white-space: pre-line;
}

.document-list {
    margin-block: 1rem;
    padding: 0;
    list-style: none;
    border-block-start: 1px solid var(--line);
}

.document-list li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
    padding-block: 0.6rem;
    border-block-end: 1px solid var(--line);
}

.document-name {
    font-weight: 600;
}

.disclosure {
    margin-block: 1.75rem 1.25rem;
}

.disclosure h2 {
    margin-block-end: 0.6rem;
    font-size: 1.125rem;
}

.disclosure p + p {
    margin-block-start: 0.75rem;
}

.agree {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    min-block-size: var(--target);
    margin-block-end: 0.5rem;
    padding: 0.75rem 1rem;
    border-radius: var(--radius);
    background: var(--tint);
}

.agree input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
}

.agree label {
    flex: 1;
    cursor: pointer;
}

.consent-form .problem {
    margin-block-end: 0.75rem;
}

.consent-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
}

button.large {
    flex: 1;
    min-inline-size: max-content;
    min-block-size: 52px;
    font-size: 1.0625rem;
}

/* What More opens is no wider than the form. */
.consent-actions {
    position: relative;
}

.consent-actions .more-place {
    position: static;
}

.consent-actions .menu {
    max-inline-size: 100%;
}

.consent-actions .more {
    min-block-size: 52px;
}

/* Closing: the same as the pages behind links */

.closing {
    padding: clamp(0.75rem, 12vh, 8rem) clamp(0.75rem, 4vw, 2rem) 2rem;
}

.closing .card {
    max-inline-size: 38rem;
    padding: 2rem;
}

.closing .brand {
    margin: -2rem -2rem 1.5rem;
    padding-inline: 2rem;
}

.closing h1 {
    margin-block: 0 0.75rem;
    font-size: 1.5rem;
    line-height: 1.25;
    overflow-wrap: anywhere;
}

.closing h2 {
    margin-block: 1.5rem 0.5rem;
    font-size: 1.0625rem;
}

.closing p {
    margin-block: 0.75rem;
    overflow-wrap: anywhere;
}

.medal {
    display: grid;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin-block-end: 1rem;
    border-radius: 50%;
    background: var(--tint);
    color: var(--quiet);
    font-size: 1.5rem;
    place-items: center;
}

.medal.good {
    color: var(--good);
}

.copies {
    margin-block: 1rem;
    padding: 0;
    border-block-start: 1px solid var(--line);
    list-style: none;
}

.copies li {
    border-block-end: 1px solid var(--line);
}

.copies a {
    display: block;
    padding-block: 0.95rem;
    color: var(--accent);
    overflow-wrap: anywhere;
}

/* The choice of the page's language, at the end of the card's first line. */
.language {
    display: block;
    inline-size: fit-content;
    max-inline-size: 100%;
    min-block-size: 2.75rem;
    margin-block-end: 1rem;
    margin-inline-start: auto;
    padding: 0.25rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    color: inherit;
    background: var(--surface);
    font: inherit;
}

/* A code for a camera: dark on light in every theme. */
.code-place {
    display: grid;
    place-items: center;
}

.code {
    inline-size: min(70vw, 15rem);
    border-radius: 8px;
    background: #fff;
    fill: #000;
    forced-color-adjust: none;
}

.preview-note {
    margin-block-end: 1rem;
    padding: 0.6rem 0.9rem;
    border: 1px solid var(--notice-line);
    border-radius: var(--radius);
    background: var(--notice);
    color: var(--notice-text);
}

"""#),
("search.js", "text/javascript; charset=utf-8", "f3e7e868e013101ed70820a710735c9111905bc40991c8e394a23f505ce446f3", #"""
// Finding words in the documents. The host searches, a number of pages with each request, so that pages which are far
// away need not be fetched; what it finds is marked on the pages.

import { element, icon, icons } from "./dom.js";
import { bringIntoSight } from "./navigation.js";
import { seenPage } from "./pagenumber.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./pages.js").Page} Page */
/** @typedef {import("./types.js").SearchHit} SearchHit */

/**
 * Something found, and its marks on the page.
 * @typedef {object} Found
 * @property {Page} page
 * @property {HTMLElement[]} marks
 */

const pauseAfterKey = 350; // milliseconds without a key until the search begins
const most = 500; // hits that are marked

/**
 * @param {Ceremony} ceremony
 * @param {DocumentView} view
 * @returns {{row: HTMLElement, open: () => void}} the row is empty while nobody searches
 */
export function search({ api, announcer, sentence }, view) {
    const input = element("input", {
        type: "search", id: "search", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", dir: "auto",
        maxlength: 100, "aria-label": text("search.label"), placeholder: text("search.label"),
    });
    const count = element("span", { class: "search-count quiet-text" });
    /** @type {(key: "search.previous"|"search.next"|"search.close", path: string, act: () => void) => HTMLElement} */
    const button = (key, path, act) => element("button", {
        type: "button", class: "quiet icon-only", "aria-label": text(key), onclick: act,
    }, icon(path));
    const form = element("form", { class: "search", role: "search" },
        input, count,
        button("search.previous", icons.up, () => step(-1)), button("search.next", icons.more, () => step(1)),
        button("search.close", icons.close, close));
    const row = element("div", { class: "search-place" });

    /** @type {Found[]} */
    let found = [];
    let current = -1;
    let searched = "";
    /** Counts the searches, so that an answer to an earlier one is dropped. */
    let turn = 0;
    /** @type {number|undefined} */
    let timer;
    /** @type {HTMLElement|null} */
    let origin = null;

    input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(begin, pauseAfterKey);
    });
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        stepOrBegin(1);
    });
    form.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            event.preventDefault();
            close();
        } else if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            stepOrBegin(-1);
        }
    });

    function open() {
        if (!row.contains(form)) {
            origin = /** @type {HTMLElement|null} */ (document.activeElement);
            row.replaceChildren(form);
        }
        input.focus();
        input.select();
    }

    function close() {
        clear();
        searched = "";
        form.remove();
        origin?.focus({ preventScroll: true });
    }

    function clear() {
        clearTimeout(timer);
        turn += 1;
        found.forEach(({ marks }) => marks.forEach((mark) => mark.remove()));
        found = [];
        current = -1;
        count.textContent = "";
    }

    /** @param {1|-1} by */
    function stepOrBegin(by) {
        if (input.value.trim() === searched) {
            step(by);
        } else {
            begin();
        }
    }

    /** @param {1|-1} by */
    function step(by) {
        if (found.length > 0) {
            show((current + by + found.length) % found.length);
        }
    }

    async function begin() {
        const wanted = input.value.trim();
        if (wanted === searched) {
            return;
        }
        clear();
        searched = wanted;
        if (wanted === "") {
            return;
        }
        const own = turn;
        count.textContent = text("search.busy");
        const here = seenPage(view.pages, view.area);
        try {
            /** @type {number|null} */
            let next = 0;
            while (next !== null && found.length < most) {
                /** @type {{hits: SearchHit[], next: number|null}} */
                const answer = await api.search(wanted, next);
                if (own !== turn) {
                    return;
                }
                mark(answer.hits.slice(0, most - found.length));
                next = answer.next;
                count.textContent = found.length > 0 && next !== null
                    ? text("search.count", { at: "…", count: found.length }) : count.textContent;
            }
            finish(here, next !== null);
        } catch (failure) {
            if (own === turn) {
                searched = "";
                count.textContent = "";
                announcer.warn(sentence(failure), "action");
            }
        }
    }

    /** @param {SearchHit[]} hits */
    function mark(hits) {
        for (const hit of hits) {
            const page = view.page(hit.documentId, hit.page);
            if (page !== undefined) {
                const marks = hit.boxes.map((box) => markOn(page, box));
                page.layer.before(...marks);
                found.push({ page, marks });
            }
        }
    }

    /**
     * @param {number} here index of the page that is read: what is found there or behind it comes first
     * @param {boolean} hasMore
     */
    function finish(here, hasMore) {
        if (found.length === 0) {
            count.textContent = text("search.none");
            announcer.say(text("search.none"));
            return;
        }
        if (hasMore) {
            announcer.say(text("search.most", { most: found.length }));
        }
        const indexes = new Map(view.pages.map((page, index) => [page, index]));
        show(Math.max(0, found.findIndex(({ page }) => (indexes.get(page) ?? 0) >= here)));
    }

    /** @param {number} index */
    function show(index) {
        found[current]?.marks.forEach((mark) => mark.classList.remove("is-current"));
        current = index;
        const { page, marks } = found[index];
        marks.forEach((mark) => mark.classList.add("is-current"));
        bringIntoSight(marks[0]);
        count.textContent = text("search.count", { at: index + 1, count: found.length });
        announcer.say(text("search.at", {
            at: index + 1, count: found.length, page: page.number, name: page.file.name,
        }));
    }

    return { row, open };
}

/**
 * @param {Page} page
 * @param {import("./pages.js").Box} box
 */
function markOn({ size }, { x, y, width, height }) {
    const mark = element("div", { class: "hit", "aria-hidden": "true" });
    mark.style.left = `${(100 * x) / size.width}%`;
    mark.style.top = `${(100 * y) / size.height}%`;
    mark.style.width = `${(100 * width) / size.width}%`;
    mark.style.height = `${(100 * height) / size.height}%`;
    return mark;
}

"""#),
("seen.js", "text/javascript; charset=utf-8", "588f4c2f094c2d64d8b09eed839aac5f46019010bd8e70a5678a3f25ff26c092", #"""
// Which pages a person was shown. A page counts once its picture, or its text in place of the picture, has stood in the
// window for a moment: more than half of what the window has room for. The host hears of it in reports.

import { refetch } from "./access.js";
import { pageAddress } from "./api.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./pages.js").Page} Page */

const moment = 500; // milliseconds in the window
const share = 0.5; // of the page, or of the window where the page is larger
const pause = 300; // milliseconds in which news are gathered for one report
const mostAtOnce = 100; // pages in one report

export class Seen {
    /** @type {Set<Page>} */
    #shown = new Set();
    /**
     * When pages that do not count yet came into the window.
     * @type {Map<Page, number>}
     */
    #since = new Map();
    /**
     * What the host has not heard of.
     * @type {Page[]}
     */
    #news = [];
    /** @type {Promise<void>} */
    #reports = Promise.resolve();
    /** @type {number|undefined} */
    #timer;
    /** @type {number|undefined} */
    #reportTimer;
    #ceremony;
    #near;
    #area;

    /**
     * @param {Ceremony} ceremony
     * @param {import("./documentview.js").DocumentView} view
     */
    constructor(ceremony, view) {
        const { near, area } = view;
        this.#ceremony = ceremony;
        this.#near = near;
        this.#area = area;
        for (const type of /** @type {const} */ (["near", "resize", "picture", "text"])) {
            view.on(type, () => this.look());
        }
        let isAsked = false;
        area.addEventListener("scroll", () => {
            if (!isAsked) {
                isAsked = true;
                requestAnimationFrame(() => {
                    isAsked = false;
                    this.look();
                });
            }
        }, { passive: true });
        document.addEventListener("visibilitychange", () => {
            this.look();
            this.#report();
        });
        addEventListener("pagehide", () => this.#tellAtOnce());
        addEventListener("online", () => this.#report());
    }

    /** Looks at what stands in the window now. */
    look() {
        clearTimeout(this.#timer);
        if (this.#ceremony.state.session.finished) {
            return;
        }
        const now = performance.now();
        let soonest = Infinity;
        for (const page of [...this.#since.keys()].filter((other) => !this.#stands(other))) {
            this.#since.delete(page);
        }
        for (const page of this.#near) {
            if (this.#shown.has(page) || !this.#stands(page)) {
                continue;
            }
            const since = this.#since.get(page) ?? now;
            this.#since.set(page, since);
            if (now - since >= moment) {
                this.#note(page);
            } else {
                soonest = Math.min(soonest, since + moment - now);
            }
        }
        if (soonest < Infinity) {
            this.#timer = setTimeout(() => this.look(), Math.ceil(soonest));
        }
    }

    /** Waits for what is in the window now, and brings every report to the host. */
    async settle() {
        this.look();
        if (this.#since.size > 0) {
            // A timer may end a fraction of a millisecond early.
            await new Promise((resolve) => { setTimeout(resolve, moment + 20); });
            this.look();
        }
        await this.#report();
    }

    /**
     * Whether a page can be seen now.
     * @param {Page} page
     */
    #stands({ sheet }) {
        if (document.visibilityState !== "visible"
            || (sheet.querySelector(".picture") === null && !sheet.classList.contains("is-text"))) {
            return false;
        }
        const [page, room] = [sheet.getBoundingClientRect(), this.#area.getBoundingClientRect()];
        const width = Math.min(page.right, room.right) - Math.max(page.left, room.left);
        const height = Math.min(page.bottom, room.bottom) - Math.max(page.top, room.top);
        const most = Math.min(page.width, room.width) * Math.min(page.height, room.height);
        return width > 0 && height > 0 && width * height > share * most;
    }

    /** @param {Page} page */
    #note(page) {
        this.#shown.add(page);
        this.#since.delete(page);
        this.#news.push(page);
        this.#ceremony.state.noteShown(nameOf(page));
        this.#reportTimer ??= setTimeout(() => this.#report(), pause);
    }

    /** Reports newly shown pages to the host, one report at a time. The next report repeats pages of a failed one. */
    #report() {
        clearTimeout(this.#reportTimer);
        this.#reportTimer = undefined;
        this.#reports = this.#reports.then(async () => {
            while (this.#news.length > 0) {
                const pages = this.#news.slice(0, mostAtOnce);
                await this.#send(pages);
                this.#news.splice(0, pages.length);
            }
        }).catch(() => {});
        return this.#reports;
    }

    /** Sends the news of a page that is being left, which cannot wait for an earlier report's answer. */
    #tellAtOnce() {
        if (this.#news.length > 0) {
            this.#ceremony.api.shown(this.#news.slice(0, mostAtOnce).map(nameOf)).catch(() => {});
        }
    }

    /** @param {Page[]} pages */
    async #send(pages) {
        const { api, state } = this.#ceremony;
        let { unserved, received } = await api.shown(pages.map(nameOf));
        if (unserved.length > 0) {
            // The browser had them from an earlier visit, of which the host knows nothing any more.
            const { version } = pages[0].file;
            await Promise.all(unserved.map(({ documentId, page }) =>
                refetch(`${pageAddress(documentId, page)}/image?v=${encodeURIComponent(version)}`)));
            ({ received } = await api.shown(unserved));
        }
        if (received) {
            state.session = await api.session();
            state.update(() => {});
        }
    }
}

/** @param {Page} page */
function nameOf({ file, number }) {
    return { documentId: file.id, page: number };
}

"""#),
("signfield.js", "text/javascript; charset=utf-8", "7bf556505cf44744ccecd864eceae29ef867e81a28e13c11be924fe523b50cf7", #"""
// A place to sign or initial: a button that opens the adoption, and afterwards shows what was adopted. Each place is
// filled when it is chosen itself, or with all others by the bar's button.

import { openAdoption } from "./adopt.js";
import { signatureDrawing } from "./artwork.js";
import { element, icon, icons, setAttribute } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").Artwork} Artwork */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

/**
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @returns {import("./fields.js").Control}
 */
export function signControl(tab, ceremony, kind) {
    const { state } = ceremony;
    const name = tab.required ? tab.label : text("field.optional", { label: tab.label });
    const invitation = element("span", { class: "invitation" },
        icon(icons.pen), element("span", { class: "invitation-text" }, name));
    const button = element("button", {
        type: "button", class: "sign-button", id: `field-${tab.id}`,
        onclick: () => activate(tab, ceremony, kind),
        // A key that is held down after it led here from another field signs nothing.
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.repeat && event.key === "Enter") {
                event.preventDefault();
            }
        },
    }, invitation);
    /** @type {Artwork|null} */
    let shown = null;
    return {
        element: button,
        content: [button],
        update(current) {
            const artwork = state.isDone(current) ? state.session[kind] : null;
            button.disabled = state.readOnly;
            setAttribute(button, "aria-description", !state.readOnly && description(current, kind, artwork !== null));
            if (artwork === shown) {
                return;
            }
            shown = artwork;
            if (artwork === null) {
                button.replaceChildren(invitation);
            } else {
                button.replaceChildren(signatureDrawing(artwork, current), element("span", { class: "unseen" }, name));
            }
        },
    };
}

/**
 * Places what is adopted already; anything else is for the dialog.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 */
function activate(tab, ceremony, kind) {
    const { state, saving, announcer } = ceremony;
    const current = state.tab(tab);
    if (state.session[kind] === null || state.isDone(current)) {
        openAdoption(ceremony, kind, current);
        return;
    }
    saving.enter(current, "true");
    saving.save(current);
    announcer.say(current.required
        ? text(`field.signed.${kind}`, { label: current.label, progress: state.progressText })
        : text(`field.placed.${kind}`, { label: current.label }));
}

/**
 * @param {Tab} tab
 * @param {AdoptionKind} kind
 * @param {boolean} isDone
 */
function description(tab, kind, isDone) {
    if (!isDone) {
        return tab.required && text("field.required");
    }
    return text(tab.required ? `field.done.${kind}` : `field.done.${kind}.optional`);
}

"""#),
("signing.js", "text/javascript; charset=utf-8", "cecd89a1cdecf40561e58d152624a469a3104d3112faf59dbe7687af12abaab3", #"""
// The document's screen: a bar with the progress, the documents' pages below it, and the actions.

import { announceAppearing } from "./appearing.js";
import { bars } from "./bar.js";
import { placeCalloutsAgain } from "./callouts.js";
import { DocumentView } from "./documentview.js";
import { element } from "./dom.js";
import { createField } from "./fields.js";
import { placeMarks } from "./marks.js";
import { Guide } from "./navigation.js";
import { placeFields } from "./pagefields.js";
import { pageSource } from "./pagesource.js";
import { Seen } from "./seen.js";
import { keepTargetsApart } from "./targets.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * What the ceremony asks of the document's screen.
 * @typedef {object} SigningScreen
 * @property {HTMLElement[]} content
 * @property {import("./navigation.js").Guide} guide
 * @property {import("./marks.js").Marks|null} marks where the signer chooses the place
 * @property {import("./seen.js").Seen} seen
 * @property {DocumentView} view
 */

/**
 * @param {Ceremony} ceremony
 * @returns {SigningScreen}
 */
export function signingScreen(ceremony) {
    const { state, api, announcer } = ceremony;
    const { documents } = state.session;
    state.clearViews();

    /** @type {Map<string, Field>} */
    const fields = new Map();
    for (const tab of state.session.tabs) {
        const field = createField(tab, ceremony);
        field.control.addEventListener("focus", () => { state.visited = tab.id; });
        fields.set(tab.id, field);
    }

    const view = new DocumentView(documents, {
        source: pageSource(api), announcer, takesFocus: state.readOnly || state.session.rules.free,
    });
    const fieldsOf = placeFields(view.pages, [...fields.values()]);
    const guide = new Guide(ceremony, fields, view);
    if (!state.readOnly) {
        view.area.addEventListener("onward", (event) => guide.goToNext(/** @type {CustomEvent<Tab>} */ (event).detail));
    }
    view.zoom.subscribe(() => placeCalloutsAgain(view.area));
    announceAppearing(ceremony);
    const seen = new Seen(ceremony, view);
    view.begin();
    const marks = state.session.rules.free && !state.readOnly ? placeMarks(ceremony, view, guide) : null;
    state.subscribe(() => {
        const byId = new Map(state.session.tabs.map((tab) => [tab.id, tab]));
        for (const field of fields.values()) {
            const tab = byId.get(field.tab.id);
            if (tab !== undefined) {
                field.tab = tab;
            }
            field.update();
        }
        view.area.inert = state.leaving;
    });
    keepTargetsApart(ceremony, fieldsOf);
    // What comes before the documents and what comes after them, as the Tab key meets it.
    const { before, after } = bars(ceremony, view, guide, marks);
    return { content: [element("div", { class: "signing" }, ...before, view.area, after)], view, guide, marks, seen };
}

"""#),
("state.js", "text/javascript; charset=utf-8", "5850af489565493214cb4b1cb743d9fd432ee10a98106d808a0de0b9611fc439", #"""
// What the page knows, in one place. Views subscribe and draw themselves anew from it.

import { Eventful } from "./events.js";
import { text } from "./text.js";

/** @typedef {import("./types.js").Session} Session */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").DocumentPage} DocumentPage */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Group} Group */

/**
 * Something that the signer has to do.
 * @typedef {object} Item
 * @property {Tab} tab the field to go to
 * @property {string} label
 * @property {string} [rule] what a group of check boxes asks for
 * @property {boolean} isDone
 */

/**
 * @typedef {object} StateEvents
 * @property {null} corrected the sender has changed the documents or the fields since the page was opened
 */

/** @extends {Eventful<StateEvents>} */
export class State extends Eventful {
    /** @type {Session} */
    #session;
    #shape;
    /**
     * Entries that the host does not have yet, by tab.
     * @type {Map<string, Draft>}
     */
    drafts = new Map();
    /**
     * The field that was last in focus.
     * @type {string|undefined}
     */
    visited;
    /**
     * The placed signature that was last in focus.
     * @type {string|null}
     */
    chosenMark = null;
    /** What was entered in the dialog to decline, kept while it is closed. */
    declineReason = "";
    /** Whether Start has been chosen, or something entered without it. */
    started = false;
    /** Whether the last act (finish, decline, leave) is under way. */
    leaving = false;
    /** Pages that were shown here, perhaps since the host last described the session. */
    #shownPages = new Set();
    /** @type {Set<() => void>} */
    #views = new Set();

    /** @param {Session} session */
    constructor(session) {
        super();
        this.#session = session;
        this.#shape = shapeOf(session);
    }

    /** The session as the host last described it. */
    get session() {
        return this.#session;
    }

    set session(session) {
        const earlier = this.#shape;
        this.#session = session;
        this.#shape = shapeOf(session);
        if (this.#shape !== earlier) {
            const ids = new Set(session.tabs.map((tab) => tab.id));
            [...this.drafts.keys()].filter((id) => !ids.has(id)).forEach((id) => this.drafts.delete(id));
            this.tell("corrected");
        }
    }

    /**
     * Calls the view after every change, and once now.
     * @param {() => void} view
     */
    subscribe(view) {
        this.#views.add(view);
        view();
    }

    /** Forgets all views: another screen takes over. */
    clearViews() {
        this.#views.clear();
    }

    /** @param {(state: State) => void} change */
    update(change) {
        change(this);
        for (const view of this.#views) {
            view();
        }
    }

    /** The pages that the signer has to look at before signing, in reading order. */
    get unseenPages() {
        return this.session.unseen.filter((page) => !this.#shownPages.has(keyOf(page)));
    }

    /**
     * Notes that a page can be seen.
     * @param {DocumentPage} page
     */
    noteShown(page) {
        const isAskedFor = this.unseenPages.some((other) => keyOf(other) === keyOf(page));
        this.#shownPages.add(keyOf(page));
        if (isAskedFor) {
            this.update(() => {});
        }
    }

    /** Whether the document can only be read: signed, declined or withdrawn before, or for somebody who does not sign. */
    get readOnly() {
        return this.session.finished || !this.session.recipient.signs;
    }

    /**
     * What the field shows: the entry on its way to the host, else the host's value.
     * @param {Tab} tab
     */
    value(tab) {
        if (tab.kind === "radio") {
            // Another button of the group, just chosen, gives this one up before the host has heard of it.
            const chosen = this.session.tabs.find((other) =>
                other.kind === "radio" && other.group === tab.group && this.drafts.get(other.id)?.value === "true");
            if (chosen !== undefined) {
                return String(chosen.id === tab.id);
            }
        }
        return this.drafts.get(tab.id)?.value ?? tab.value ?? "";
    }

    /**
     * Whether the field counts as done.
     * @param {Tab} tab
     */
    isDone(tab) {
        if (tab.kind === "radio") {
            return this.session.tabs.some((other) =>
                other.kind === "radio" && other.group === tab.group && this.value(other) === "true");
        }
        const draft = this.drafts.get(tab.id);
        if (draft === undefined) {
            return tab.filled;
        }
        if (draft.status === "refused") {
            return false;
        }
        return tab.kind === "text" || tab.kind === "list" ? draft.value.trim() !== "" : draft.value === "true";
    }

    /**
     * The tab as the host last described it.
     * @param {Tab} tab
     */
    tab(tab) {
        return this.session.tabs.find((other) => other.id === tab.id) ?? tab;
    }

    /** The fields that the signer has to fill, in reading order; of a radio group the first button. */
    get requiredTabs() {
        return this.fillableTabs.filter((tab) => tab.required);
    }

    /** The fields that the signer may fill, in reading order; of a radio group the first button. */
    get fillableTabs() {
        /** @type {Set<string|null>} */
        const groups = new Set();
        return this.session.tabs.filter((tab) => {
            if (!isFillable(tab)) {
                return false;
            }
            const isFirst = tab.kind !== "radio" || !groups.has(tab.group);
            groups.add(tab.group);
            return isFirst;
        });
    }

    /** The required fields that are still empty, in reading order. */
    get missingTabs() {
        return this.requiredTabs.filter((tab) => !this.isDone(tab));
    }

    /**
     * What the signer has to do, in reading order: the required fields, and the groups of check boxes of which a certain
     * number has to be ticked.
     * @returns {Item[]}
     */
    get requiredItems() {
        const fields = this.requiredTabs.map((tab) =>
            ({ tab, label: nameOf(tab), isDone: this.isDone(tab) }));
        const groups = this.session.groups.flatMap((group) => this.#item(group) ?? []);
        if (groups.length === 0) {
            return fields;
        }
        const order = new Map(this.session.tabs.map((tab, index) => [tab.id, index]));
        return [...fields, ...groups].sort((one, other) =>
            (order.get(one.tab.id) ?? 0) - (order.get(other.tab.id) ?? 0));
    }

    /** What is left of it. */
    get missingItems() {
        return this.requiredItems.filter((item) => !item.isDone);
    }

    /**
     * What a group of check boxes asks for; nothing where none is shown, or where none need be ticked and the rule is kept.
     * @param {Group} group
     * @returns {Item|null}
     */
    #item(group) {
        const isDone = this.#isMet(group);
        const first = this.session.tabs.find((tab) => group.tabs.includes(tab.id) && isFillable(tab));
        if (first === undefined || (group.least === 0 && isDone)) {
            return null;
        }
        return { tab: first, label: group.label, rule: group.rule, isDone };
    }

    /** @param {Group} group */
    #isMet(group) {
        const ticked = this.session.tabs.filter((tab) =>
            tab.shown && group.tabs.includes(tab.id) && this.value(tab) === "true").length;
        return ticked >= group.least && ticked <= group.most;
    }

    /**
     * Whether the field is a check box of a group whose rule is not kept yet.
     * @param {Tab} tab
     */
    isAskedForInGroup(tab) {
        return this.session.groups.some((group) => group.tabs.includes(tab.id) && !this.#isMet(group));
    }

    /** Whether the signer chooses where to sign, and has not yet. */
    get needsMark() {
        return this.session.rules.free && !this.readOnly && this.session.marks.length === 0;
    }

    /** "2 of 5 required fields done", and then "2 pages still to read" */
    get progressText() {
        const required = this.requiredItems;
        const done = required.filter((item) => item.isDone).length;
        const unseen = this.unseenPages.length;
        if (this.session.rules.free && (this.needsMark || unseen === 0)) {
            return text("progress.placed", { count: this.session.marks.length });
        }
        if (done === required.length && unseen > 0) {
            return text("progress.unseen", { count: unseen });
        }
        return required.length === 0
            ? text("progress.none")
            : text("progress.text", { done, count: required.length });
    }
}

/** @param {DocumentPage} page */
function keyOf({ documentId, page }) {
    return `${documentId}/${page}`;
}

/**
 * What people call a field: a radio button by its group.
 * @param {Tab} tab
 */
export function nameOf(tab) {
    return tab.kind === "radio" ? tab.group ?? tab.label : tab.label;
}

/**
 * Whether the signer gives this field its content; the host fills the others.
 * @param {Tab} tab
 */
export function isFillable(tab) {
    return !tab.locked && tab.shown
        && ["signHere", "initialHere", "text", "checkbox", "radio", "list",
            "signerAttachment"].includes(tab.kind);
}

/**
 * What the page has drawn, as a text to compare.
 * @param {Session} session
 */
function shapeOf(session) {
    return JSON.stringify([
        session.documents.map((document) => [document.id, document.name, document.pages]),
        session.tabs.map((tab) => [tab.id, tab.kind, tab.documentId, tab.page, tab.x, tab.y, tab.width, tab.height,
            tab.label, tab.required, tab.maxLength, tab.options]),
    ]);
}

"""#),
("targets.js", "text/javascript; charset=utf-8", "6be21280a6561c8960e23b23a6d586d10fc5dc9bdaf8a2d5ffef328845624bac", #"""
// How far the target of a field reaches beyond the field on the paper. A small field is enlarged so that it can be hit,
// but never into what is another field's: each gets its half of the room between them, so that the nearer one is hit.

import { least, showCrowds } from "./crowds.js";
import { isFillable } from "./state.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./pages.js").Page} Page */

/**
 * A field in pixels from the top left of its sheet, and how far its target reaches beyond each side.
 * @typedef {object} Target
 * @property {Field} field
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 * @property {{left: number, top: number, right: number, bottom: number}} reach
 */

const leastToSign = 28; // pixels
const edge = 1; // pixel around a text field

/**
 * Keeps the targets apart, now and as the sheets change their size and fields come and go.
 * @param {Ceremony} ceremony
 * @param {Map<Page, Field[]>} fieldsOf the fields of each page that has some
 */
export function keepTargetsApart(ceremony, fieldsOf) {
    const bySheet = new Map([...fieldsOf.keys()].map((page) => [/** @type {Element} */ (page.sheet), page]));
    const watch = new ResizeObserver((entries) => {
        for (const { target } of entries) {
            const page = bySheet.get(target);
            if (page !== undefined) {
                setTargets(ceremony, page, fieldsOf.get(page) ?? []);
            }
        }
    });
    fieldsOf.forEach((_, page) => watch.observe(page.sheet));
    let seen = "";
    ceremony.state.subscribe(() => {
        const { session, readOnly, leaving } = ceremony.state;
        const now = JSON.stringify([readOnly, leaving, session.tabs.map((tab) => [tab.shown, tab.locked])]);
        if (now !== seen) {
            seen = now;
            fieldsOf.forEach((fields, page) => setTargets(ceremony, page, fields));
        }
    });
}

/**
 * @param {Ceremony} ceremony
 * @param {Page} page
 * @param {Field[]} fields of the page
 */
function setTargets(ceremony, page, fields) {
    const scale = page.sheet.clientWidth / page.size.width;
    if (scale === 0) {
        return;
    }
    const targets = fields.filter((field) => field.tab.shown).map((field) => targetOf(field, scale));
    // What cannot be filled in lies beneath, and takes nothing from the others.
    const open = targets.filter(({ field }) => !ceremony.state.readOnly && isFillable(field.tab));
    open.forEach((one, index) => open.slice(index + 1).forEach((other) => part(one, other)));
    for (const { field, reach } of targets) {
        const { style } = field.frame;
        style.setProperty("--reach-block", `${2 * Math.min(reach.top, reach.bottom)}px`);
        const inline = isChoice(field) ? 2 * Math.min(reach.left, reach.right) : reach.right;
        style.setProperty("--reach-inline", `${inline}px`);
        style.setProperty("--reach-box", `${Math.min(inline, 2 * reach.top, 2 * reach.bottom)}px`);
    }
    showCrowds(ceremony, page, open.filter(({ field }) => isChoice(field)), open);
}

/**
 * @param {Field} field
 * @param {number} scale pixels per point
 * @returns {Target}
 */
function targetOf(field, scale) {
    const { x, y, width, height, kind } = field.tab;
    const isSigned = kind === "signHere" || kind === "initialHere" || kind === "signerAttachment";
    const down = Math.max(0, ((isSigned ? leastToSign : least) - height * scale) / 2);
    const across = Math.max(0, (least - width * scale) / 2);
    // Text begins where the field does.
    const [left, right] = isChoice(field) ? [across, across] : [0, 2 * across];
    return {
        field, left: x * scale, top: y * scale, right: (x + width) * scale, bottom: (y + height) * scale,
        reach: { left, top: down, right, bottom: down },
    };
}

/** @param {Field} field */
export function isChoice({ tab }) {
    return tab.kind === "checkbox" || tab.kind === "radio";
}

/**
 * Takes from two targets what is nearer to the other one, on the axis on which they are farther apart.
 * @param {Target} one
 * @param {Target} other
 */
function part(one, other) {
    const across = one.left <= other.left ? [one, other] : [other, one];
    const down = one.top <= other.top ? [one, other] : [other, one];
    const roomAcross = across[1].left - across[0].right;
    const roomDown = down[1].top - down[0].bottom;
    const isFree = roomAcross >= across[0].reach.right + across[1].reach.left
        || roomDown >= down[0].reach.bottom + down[1].reach.top;
    if (isFree) {
        return;
    }
    if (roomAcross > roomDown) {
        share(across[0], "right", across[1], "left", roomAcross);
    } else {
        share(down[0], "bottom", down[1], "top", roomDown);
    }
}

/**
 * @param {Target} first
 * @param {"right"|"bottom"} end
 * @param {Target} second
 * @param {"left"|"top"} start
 * @param {number} room between the two fields
 */
function share(first, end, second, start, room) {
    const edges = [first, second].filter(({ field }) => !isChoice(field)).length * edge;
    const free = Math.max(0, room - edges);
    const half = free / 2;
    first.reach[end] = Math.min(first.reach[end], Math.max(half, free - second.reach[start]));
    second.reach[start] = Math.min(second.reach[start], free - first.reach[end]);
}

"""#),
("textfield.js", "text/javascript; charset=utf-8", "bbf77e15f8a5b61cdfd9f9c08d211d572ec4912ddb0ebd543052a608c5c51ea8", #"""
// A text field of the document. Where there is room for several lines it shows them as the PDF does.

import { overlap, placeCalloutsAgain } from "./callouts.js";
import { element, setAttribute } from "./dom.js";
import { isFillable } from "./state.js";
import { setting, takesLines } from "./textsetting.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./fields.js").Control} Control */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {HTMLInputElement|HTMLTextAreaElement} TextInput */

const comfortable = 24; // pixels: a lower text field grows while it is being filled
const legible = 11; // pixels: so does one whose letters are smaller
const editingWidth = 256; // pixels
const unset = { size: 1000, lines: 1, isBroken: false };
const editingHeight = { least: 42, most: 160 }; // pixels

/**
 * Where Enter begins no line, its input has the event `onward`, with the tab as its detail: on to what follows.
 * @param {Tab} tab
 * @param {Ceremony} ceremony
 * @returns {Control}
 */
export function textControl(tab, ceremony) {
    const { state, saving } = ceremony;
    const id = `field-${tab.id}`;
    const beginsLines = takesLines(tab);
    const attributes = {
        id, dir: "auto", maxlength: tab.maxLength, autocomplete: tab.autocomplete ?? "off",
        enterkeyhint: beginsLines ? "enter" : "next",
    };
    const suggestions = tab.options.length > 0
        ? element("datalist", { id: `suggestions-${tab.id}` },
            ...tab.options.map((option) => element("option", { value: option.text })))
        : null;
    const input = tab.lines && suggestions === null
        ? element("textarea", { ...attributes, class: "text-input", rows: 1 })
        : element("input", { ...attributes, class: "text-input", type: "text", list: suggestions?.id });
    const label = element("label", { class: "field-label", for: id }, tab.label);
    input.addEventListener("input", () => {
        if (!beginsLines && /[\r\n]/.test(input.value)) {
            input.value = input.value.replace(/\s*[\r\n]+\s*/g, " ");
        }
        saving.enter(state.tab(tab), input.value);
        grow(input);
    });
    input.addEventListener("change", () => saving.save(tab));
    input.addEventListener("keydown", (event) => {
        if (/** @type {KeyboardEvent} */ (event).key === "Enter" && !(/** @type {KeyboardEvent} */ (event).isComposing)
            && !beginsLines) {
            // The key leads on and does nothing where it leads to, neither now nor while it is held down.
            event.preventDefault();
            if (!(/** @type {KeyboardEvent} */ (event).repeat)) {
                saving.save(tab);
                input.dispatchEvent(new CustomEvent("onward", { bubbles: true, detail: tab }));
            }
        }
    });
    // Also while the documents are enlarged with the field in focus.
    const watch = new ResizeObserver(() => {
        shrink(input);
        grow(input);
    });
    input.addEventListener("focus", () => {
        grow(input);
        watch.observe(/** @type {HTMLElement} */ (input.parentElement));
    });
    input.addEventListener("blur", () => {
        watch.disconnect();
        shrink(input);
        saving.save(tab);
    });
    let seen = "";
    return {
        element: input,
        content: suggestions === null ? [label, input] : [label, input, suggestions],
        update(current) {
            input.readOnly = state.readOnly || state.leaving || !isFillable(current);
            setAttribute(input, "placeholder", isFillable(current) && (current.placeholder ?? current.label));
            const value = state.value(current);
            if (input.value !== value) {
                input.value = value;
            }
            // The form of a date is read whole before anything is typed.
            const words = value === "" && current.dateFormat !== null ? input.placeholder : value;
            if (seen !== words) {
                seen = words;
                showWhole(input.parentElement, current, words);
            }
        },
    };
}

/**
 * Sets a text so small that the whole of it is seen.
 * @param {HTMLElement|null} frame the field's
 * @param {Tab} tab
 * @param {string} words
 */
function showWhole(frame, tab, words) {
    if (frame === null) {
        return;
    }
    const { size, lines, isBroken } = words === "" ? unset : setting(tab, words);
    frame.style.setProperty("--whole-text", `calc(var(--point) * ${size})`);
    frame.classList.toggle("has-lines", lines > 1);
    frame.classList.toggle("is-broken", isBroken);
}

/**
 * On a small screen a text field is lower than a line of legible text. While it has the focus it grows,
 * stays within the sheet, and covers no other field where there is room beside it.
 * @param {TextInput} input
 */
function grow(input) {
    const frame = /** @type {HTMLElement} */ (input.parentElement);
    const sheet = frame.closest(".sheet");
    if (input.readOnly || sheet === null || document.activeElement !== input) {
        return;
    }
    const box = frame.getBoundingClientRect();
    const room = roomOf(sheet);
    if (!frame.classList.contains("is-grown")) {
        const isLegible = parseFloat(getComputedStyle(input).fontSize) >= legible;
        if (box.height >= comfortable && isLegible) {
            return;
        }
        const width = Math.min(Math.max(box.width, editingWidth), room.width - 8);
        const shift = Math.min(0, room.right - 4 - width - box.left);
        input.style.width = `${width}px`;
        input.style.left = `${Math.max(shift, room.left + 4 - box.left)}px`;
        frame.classList.add("is-grown");
    }
    const { least, most } = editingHeight;
    frame.style.setProperty("--grown-height", `${least}px`);
    const height = Math.max(least, Math.min(input.scrollHeight + 2, most));
    frame.style.setProperty("--grown-height", `${height}px`);
    const isCramped = box.bottom - height < room.top;
    frame.classList.toggle("is-down", isCramped || hasMoreRoomBelow(input, frame, sheet));
    placeCalloutsAgain(sheet);
}

/**
 * Whether a field that grows upwards covers another one, and would cover none if it grew downwards.
 * @param {TextInput} input
 * @param {HTMLElement} frame
 * @param {Element} sheet
 */
function hasMoreRoomBelow(input, frame, sheet) {
    const { left, right } = input.getBoundingClientRect();
    const { top, bottom } = frame.getBoundingClientRect();
    const others = [...sheet.querySelectorAll(".field:not([hidden])")]
        .filter((other) => other !== frame)
        .map((other) => other.getBoundingClientRect());
    /** @type {(from: number, to: number) => boolean} */
    const isFree = (from, to) => others.every((other) => !overlap({ left, right, top: from, bottom: to }, other));
    const least = editingHeight.least;
    return !isFree(bottom - least, top) && isFree(bottom, top + least)
        && top + least < sheet.getBoundingClientRect().bottom;
}

/**
 * What is seen of a sheet's width, and where it begins.
 * @param {Element} sheet
 */
function roomOf(sheet) {
    const { left, right, top } = sheet.getBoundingClientRect();
    const window = (sheet.closest(".documents") ?? sheet).getBoundingClientRect();
    const seen = { left: Math.max(left, window.left), right: Math.min(right, window.right) };
    return { ...seen, width: seen.right - seen.left, top };
}

/** @param {TextInput} input */
function shrink(input) {
    input.style.width = "";
    input.style.left = "";
    input.scrollTop = 0;
    input.parentElement?.classList.remove("is-grown", "is-down");
}

"""#),
("textsetting.js", "text/javascript; charset=utf-8", "0387dff8d53599ac2a65bd2768a30e10a4181de770126c05fdb467dd945a2511", #"""
// How a text is set in a field: by the same rule as in the PDF, so that what is seen is what is sealed.

import { fieldFont, lineCount, naturalWidth } from "./measure.js";

/** @typedef {import("./types.js").Tab} Tab */

/**
 * @typedef {object} Setting
 * @property {number} size the largest in points at which the whole text is seen
 * @property {number} lines how many it has
 * @property {boolean} isBroken whether there are more of them than the value has
 */

const largestText = 12; // points
const comfortable = 8; // points: lines are broken rather than that they are set smaller
const wordBreaking = 6; // points: words are broken rather than that they are set smaller
const smallest = 2; // points: such a text is refused
const step = 0.96; // from one attempt to the next
const betweenWords = /[ \n]|(?=[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60])/u; // and before ideographs
const lineExtent = 0.925; // from ascender to descender of Helvetica at size 1
const lineHeight = 1.15; // between baselines at size 1

/**
 * The size in points of a short text.
 * @param {Tab} tab
 */
export function textSize(tab) {
    return Math.min(wantedSize(tab), room(tab).height / lineExtent);
}

/**
 * Points free at the left and the right of a text.
 * @param {Tab} tab
 */
export function textMargin(tab) {
    return Math.min(2, tab.width * 0.05);
}

/**
 * Whether a person may begin a new line: whether two of them have room in full size.
 * @param {Tab} tab
 */
export function takesLines(tab) {
    return tab.lines && largestSize(tab, 2) >= wantedSize(tab);
}

/**
 * @param {Tab} tab
 * @param {string} value
 * @returns {Setting}
 */
export function setting(tab, value) {
    const { width } = room(tab);
    const paragraphs = value.split("\n");
    const widest = Math.max(...paragraphs.map(widthOf));
    const unbroken = Math.min(largestSize(tab, paragraphs.length), width / widest);
    const most = largestSize(tab, paragraphs.length + 1);
    if (tab.lines && unbroken < Math.min(wantedSize(tab), comfortable) && most > unbroken) {
        const widestWord = Math.max(...value.split(betweenWords).map(widthOf));
        const largest = Math.min(wantedSize(tab), most, Math.max(width / widestWord, wordBreaking));
        const found = largestBroken(tab, value, width, largest, Math.max(unbroken, smallest));
        if (found !== undefined) {
            return found;
        }
    }
    return { size: unbroken, lines: paragraphs.length, isBroken: false };
}

/**
 * The largest size, in steps, at which a text that is broken into lines is seen whole. Each size tried costs a layout, so
 * the steps are halved: what fits in one size fits in every smaller one.
 * @param {Tab} tab
 * @param {string} value
 * @param {number} width
 * @param {number} largest
 * @param {number} least no size is as small as this
 * @returns {Setting|undefined}
 */
function largestBroken(tab, value, width, largest, least) {
    let found;
    let low = 0;
    let high = Math.ceil(Math.log(least / largest) / Math.log(step)) - 1;
    while (low <= high) {
        const middle = Math.floor((low + high) / 2);
        const size = largest * step ** middle;
        const lines = lineCount(value, width / size);
        if (largestSize(tab, lines) >= size) {
            found = { size, lines, isBroken: true };
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    return found;
}

/** @param {string} words */
function widthOf(words) {
    return naturalWidth(words, 1, fieldFont);
}

/** @param {Tab} tab */
function wantedSize(tab) {
    return tab.fontSize ?? largestText;
}

/** @param {Tab} tab */
function room(tab) {
    return { width: tab.width - 2 * textMargin(tab), height: Math.max(tab.height - 1, tab.height / 2) };
}

/**
 * The largest size in points at which so many lines are no higher than the field.
 * @param {Tab} tab
 * @param {number} lines
 */
function largestSize(tab, lines) {
    return room(tab).height / (lineExtent + lineHeight * (lines - 1));
}

"""#),
("types.js", "text/javascript; charset=utf-8", "5bc0fe59facbce8618e90865b3c1634bf23fbcf8f110fadacbfea9840547ea4f", #"""
// The shapes that travel between this page and its host. Read by editors and type checkers; the page never loads it.

/**
 * A field of the document that belongs to the person signing.
 * `x`, `y`, `width` and `height` are points from the top left of the page as a reader sees it.
 * @typedef {object} Tab
 * @property {string} id
 * @property {"signHere"|"initialHere"|"dateSigned"|"fullName"|"email"|"text"|"checkbox"|"radio"|"list"|"signerAttachment"} kind
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} label
 * @property {boolean} required
 * @property {boolean} locked
 * @property {string|null} value a check box, a radio button and an optional place to sign hold "true" or "false", a list
 *   an option's value, a field that asks for a file its name
 * @property {number|null} maxLength in characters
 * @property {number|null} fontSize in points; null where it follows from the height
 * @property {"left"|"right"|null} alignment the side at which its text lies; null for the side at which it begins
 * @property {boolean} lines whether there is room for several lines that can be read
 * @property {string|null} dateFormat how a text field writes a date, such as DD/MM/YYYY; null where it holds no date
 * @property {string|null} tooltip
 * @property {string|null} placeholder what an empty text field shows; null for its label
 * @property {string|null} autocomplete the browser's word for what the field asks about the person
 * @property {Evidence|null} evidence the line below the signature in the field
 * @property {boolean} filled
 * @property {boolean} shown whether the condition on which the field hangs is met
 * @property {number|null} filePages pages of the file in a field that asks for one
 * @property {string|null} group a radio button's group
 * @property {string|null} choice what a radio button stands for
 * @property {{text: string, value: string}[]} options what a list offers, or a text field suggests
 */

/**
 * The line below a signature. Lengths are points from the top left of its field.
 * @typedef {object} Evidence
 * @property {{text: string, baseline: number, width: number}[]} lines
 * @property {number} fontSize
 * @property {number} height of all lines, where the artwork does not reach
 */

/**
 * Check boxes of which a certain number has to be ticked.
 * @typedef {object} Group
 * @property {string} label
 * @property {string} rule the rule as a sentence
 * @property {boolean} met
 * @property {number} least ticks that the rule allows
 * @property {number} most
 * @property {string[]} tabs
 */

/** @typedef {import("./pages.js").PageSize} PageSize */
/** @typedef {import("./pages.js").PagedFile} SignedDocument */
/** @typedef {import("./pages.js").Word} Word */

/**
 * An adopted signature: the vector path that is shown here is the one that goes into the PDF.
 * @typedef {object} Artwork
 * @property {"typed"|"drawn"|"uploaded"} method
 * @property {string|null} face of typed text
 * @property {string} path SVG path data in a view box of `0 0 width height`, y downwards
 * @property {number} width
 * @property {number} height
 * @property {number|null} stroke the line's width for a drawn signature; null where the path is filled
 */

/**
 * A signature that the signer placed. Lengths are points from the top left of the page as a reader sees it.
 * @typedef {object} Mark
 * @property {string} id
 * @property {Evidence|null} [evidence] the line below it
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * What the last screen says, in the person's language.
 * @typedef {object} Closing
 * @property {string} language the tag, as HTML has it
 * @property {string} direction
 * @property {boolean} good whether the visit ended as the person wanted
 * @property {string} title
 * @property {string[]} sentences
 * @property {{caption: string, words: string}|null} [quote] the sender's own words
 * @property {string} download the heading above the files to keep
 * @property {string} mayClose what stands below, unless the browser goes on
 */

/**
 * The answer to the last request of a visit.
 * @typedef {object} VisitEnd
 * @property {string|null} redirect where the browser goes on
 * @property {Closing|null} closing what the page says where it stays
 */

/**
 * How the sender's account appears.
 * @typedef {object} Brand
 * @property {string} name
 * @property {string|null} logo the address of its picture
 * @property {string|null} header the colour behind the name or logo
 * @property {string|null} headerText
 * @property {string|null} button
 * @property {string|null} buttonText
 */

/**
 * @typedef {object} Session
 * @property {{id: string, subject: string, message: string, sender: {name: string, email: string},
 *   account: string|null, brand: Brand|null, status: string, reason: string|null}} envelope `reason` is the sender's for withdrawing it
 * @property {{id: string, name: string, email: string, status: string, consented: boolean, signs: boolean}} recipient
 * @property {{title: string, paragraphs: string[]}} disclosure
 * @property {SignedDocument[]} documents
 * @property {Tab[]} tabs
 * @property {Group[]} groups
 * @property {Mark[]} marks
 * @property {Artwork|null} signature
 * @property {Artwork|null} initials
 * @property {boolean} finished
 * @property {Closing|null} closing what there is to say where nobody can sign any more
 * @property {DocumentPage[]} unseen pages that have to be shown before signing, and were not when the host was asked
 * @property {string[]} faces
 * @property {Record<string, number>} limits
 * @property {{later: boolean, copies: boolean, certificate: boolean, reassign: boolean, keepsEntries: boolean,
 *   nextOnlyToBlankRequired: boolean, free: boolean, decline: boolean, preview?: boolean, elsewhere?: boolean}} rules `free` is whether the signer chooses where to sign
 */

/**
 * @typedef {object} DocumentPage
 * @property {string} documentId
 * @property {number} page counted from 1
 */

/**
 * A text that was found on a page, with a box for each line that it stands in.
 * @typedef {object} SearchHit
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {import("./pages.js").Box[]} boxes
 */

/**
 * A typed name in one handwriting face.
 * @typedef {object} FacePreview
 * @property {string} face
 * @property {string} name
 * @property {string} path
 * @property {number} width
 * @property {number} height
 */

/** @typedef {"signature"|"initials"} AdoptionKind */

/**
 * A value that the signer has entered and the host may not have yet.
 * @typedef {object} Draft
 * @property {string} value
 * @property {"changed"|"saving"|"failed"|"refused"} status
 * @property {string} key idempotency key: one value of one field keeps one key over every attempt
 * @property {string} [message] why the host refused the value
 */

export {};

"""#),
    ]
}
