// Makes elements. Inline styles are never written as attributes: the content security policy forbids them,
// positions go through `element.style`, which it permits.

const svgNamespace = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|null|undefined|false} Child */

/**
 * A new HTML element. A value of `true` sets an empty attribute, `false`, null and undefined set none;
 * functions named `on…` become event listeners.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    assign(made, attributes);
    append(made, children);
    return made;
}

/**
 * A new SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function drawing(tag, attributes = {}, ...children) {
    const made = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
    assign(made, attributes);
    append(made, children);
    return made;
}

/**
 * An icon of 24 by 24 units, drawn with lines; screen readers pass over it.
 * @param {string} path
 * @returns {SVGElement}
 */
export function icon(path) {
    return drawing("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        drawing("path", { d: path }));
}

/** The path data of the icons in use. */
export const icons = {
    pen: "M4 20l1-4.500L16 4.500a2.100 2.100 0 0 1 3 3L8.500 19 4 20zM14 6.500l3.500 3.500",
    clip: "M20 11.500l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700l-8.500 8.500a1.700 1.700 0 0 1-2.400-2.400l7.500-7.500",
    check: "M5 12.500l4.500 4.500L19 7.500",
    more: "M6 9.500l6 6 6-6",
    up: "M6 14.500l6-6 6 6",
    warning: "M12 8v5M12 16.500v.1M12 3.500l9 16H3l9-16z",
    close: "M6 6l12 12M18 6L6 18",
    minus: "M6 12h12",
    page: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h4",
    plus: "M6 12h12M12 6v12",
    remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    smaller: "M6 12h12",
    larger: "M6 12h12M12 6v12",
    ArrowLeft: "M19 12H5M11 6l-6 6 6 6",
    ArrowRight: "M5 12h14M13 6l6 6-6 6",
    ArrowUp: "M12 19V5M6 11l6-6 6 6",
    ArrowDown: "M12 5v14M6 13l6 6 6-6",
    undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
};

/**
 * Sets an attribute, or takes it away where the value is false or null.
 * @param {Element} target
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function setAttribute(target, name, value) {
    if (value === false || value === null || value === undefined) {
        target.removeAttribute(name);
    } else {
        target.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * @param {Element} target
 * @param {Record<string, unknown>} attributes
 */
function assign(target, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            target.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        } else {
            setAttribute(target, name, /** @type {string} */ (value));
        }
    }
}

/**
 * @param {Element} target
 * @param {Child[]} children
 */
function append(target, children) {
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) {
            target.append(child);
        }
    }
}
