// How the sender's account appears on the first screen: its name or logo, and its colours.

import { element } from "./dom.js";

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
    return element("div", { class: "brand" },
        brand.logo ? element("img", { src: brand.logo, alt: brand.name }) : brand.name);
}
