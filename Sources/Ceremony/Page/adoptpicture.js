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
