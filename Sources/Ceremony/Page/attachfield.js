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
