// As much of a browser as the page's scripts need where they are tested without one: elements that keep what is set on
// them. Tests import this file before the page's.

import { File as NodeFile } from "node:buffer";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

// Debian's Node has these under other names.
globalThis.crypto ??= webcrypto;
globalThis.File ??= NodeFile;
globalThis.CustomEvent ??= class extends Event {
    constructor(type, { detail }) {
        super(type);
        this.detail = detail ?? null;
    }
};

export class StandIn extends EventTarget {
    children = [];
    style = { setProperty: (name, value) => { this.style[name] = value; } };
    dataset = {};
    attributes = {};
    parent = null;
    /** Where it stands in the window. */
    box = { left: 0, top: 0, right: 0, bottom: 0 };
    #classes = new Set();
    classList = {
        add: (name) => { this.#classes.add(name); },
        remove: (name) => { this.#classes.delete(name); },
        contains: (name) => this.#classes.has(name),
        toggle: (name, on = !this.#classes.has(name)) => { this.#classes[on ? "add" : "delete"](name); return on; },
    };

    get isConnected() {
        return this.parent !== null;
    }

    getBoundingClientRect() {
        const { left, top, right, bottom } = this.box;
        return { left, top, right, bottom, width: right - left, height: bottom - top };
    }

    setAttribute(name, value) {
        this.attributes[name] = value;
        if (name === "class") {
            this.#classes = new Set(value.split(" "));
        }
    }

    getAttribute(name) {
        return this.attributes[name] ?? null;
    }

    removeAttribute(name) {
        delete this.attributes[name];
    }

    append(...nodes) {
        nodes.forEach((node) => adopt(node, this));
        this.children.push(...nodes);
    }

    prepend(...nodes) {
        nodes.forEach((node) => adopt(node, this));
        this.children.unshift(...nodes);
    }

    before(node) {
        this.parent.prepend(node);
    }

    remove() {
        this.parent?.children.splice(this.parent.children.indexOf(this), 1);
        this.parent = null;
    }

    focus() {
        document.activeElement = this;
    }

    closest() {
        return null;
    }

    /** Knows selectors of classes alone. */
    querySelectorAll(selector) {
        const names = selector.split(", ").map((name) => name.slice(1));
        return this.children.filter((child) => child instanceof StandIn).flatMap((child) =>
            [...names.some((name) => child.classList.contains(name)) ? [child] : [], ...child.querySelectorAll(selector)]);
    }

    querySelector(selector) {
        return this.querySelectorAll(selector)[0] ?? null;
    }

    getContext() {
        return null;
    }
}

function adopt(node, parent) {
    if (node instanceof StandIn) {
        node.parent = parent;
    }
}

globalThis.document = Object.assign(new EventTarget(), {
    visibilityState: "visible", activeElement: null, documentElement: { dir: "ltr" }, createElement: () => new StandIn(),
    createElementNS: () => new StandIn(), getElementById: () => null,
});
globalThis.matchMedia = () => ({ matches: true });
globalThis.navigator ??= { userAgent: "" };
globalThis.devicePixelRatio = 1;
globalThis.visualViewport = null;
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};
globalThis.requestAnimationFrame = (act) => setTimeout(act, 0);
globalThis.ResizeObserver = class {
    observe() {}
};

/** An announcer that keeps what it said. */
export class Announcements {
    said = [];
    warned = [];

    say(sentence) {
        this.said.push(sentence);
    }

    warn(sentence) {
        this.warned.push(sentence);
    }

    withdraw() {}
}

/** A field of a document of one page. */
export function tab(id, own = {}) {
    return {
        id, kind: "text", documentId: "1", page: 1, x: 0, y: 0, width: 100, height: 20, label: id, required: true,
        locked: false, value: null, filled: false, shown: true, group: null, choice: null, options: [], dateFormat: null,
        ...own,
    };
}

/** What the host says of an envelope with these fields. */
export function session(tabs, own = {}) {
    return {
        documents: [{ id: "1", name: "Lease", version: "a", pages: [{ width: 600, height: 800 }] }], tabs, groups: [],
        marks: [], unseen: [], signature: null, initials: null, finished: false, recipient: { signs: true },
        rules: { free: false, nextOnlyToBlankRequired: true }, ...own,
    };
}
globalThis.countersignWords = {
    language: "en", locale: "en", direction: "ltr", languages: [{ tag: "en", name: "English" }],
    strings: JSON.parse(readFileSync(new URL("en.json", import.meta.url), "utf8")).page,
};
