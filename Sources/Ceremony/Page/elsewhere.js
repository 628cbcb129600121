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
