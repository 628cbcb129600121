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
