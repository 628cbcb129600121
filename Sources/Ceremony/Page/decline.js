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
