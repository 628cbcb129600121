// What lets the page in where it has no cookie: a token in memory, sent as a header with every request. Pictures and
// files are then fetched by script, since the browser's own requests for them carry no header.

import { element } from "./dom.js";

/** @type {string|null} */
let token = null;

/** @param {string} given */
export function useToken(given) {
    token = given;
}

/** @returns {Record<string, string>} */
export function accessHeaders() {
    return token === null ? {} : { "Countersign-Session": token };
}

/**
 * Gives a picture its address, relative to the page. The picture's events tell how it went.
 * @param {HTMLImageElement} picture
 * @param {string} path
 * @param {AbortSignal} [signal] gives the picture up; it has no events then
 */
export async function loadInto(picture, path, signal) {
    if (token === null) {
        picture.src = path;
        signal?.addEventListener("abort", () => picture.removeAttribute("src"));
        return;
    }
    try {
        const address = URL.createObjectURL(await fetched(path, { signal }));
        const free = () => URL.revokeObjectURL(address);
        picture.addEventListener("load", free, { once: true });
        picture.addEventListener("error", free, { once: true });
        picture.src = address;
    } catch {
        if (signal?.aborted !== true) {
            picture.dispatchEvent(new Event("error"));
        }
    }
}

/**
 * Fetches a file anew, whatever the browser has kept of it.
 * @param {string} path
 */
export async function refetch(path) {
    await fetched(path, { cache: "reload" });
}

/**
 * A link that downloads a file, relative to the page.
 * @param {string} path
 * @param {string} name what the link says
 * @param {string} fileName what the file is called
 * @param {(failure: unknown) => void} failed
 * @returns {HTMLAnchorElement}
 */
export function downloadLink(path, name, fileName, failed = () => {}) {
    return element("a", {
        href: path, download: "",
        onclick: (/** @type {Event} */ event) => {
            if (token !== null) {
                event.preventDefault();
                download(path, fileName).catch(failed);
            }
        },
    }, name);
}

/**
 * @param {string} path
 * @param {string} fileName
 */
async function download(path, fileName) {
    const address = URL.createObjectURL(await fetched(path));
    const link = element("a", { href: address, download: fileName });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Blob>}
 */
async function fetched(path, options = {}) {
    const credentials = token === null ? "same-origin" : "omit";
    const response = await fetch(path, { headers: accessHeaders(), credentials, ...options });
    if (!response.ok) {
        throw new Error(String(response.status));
    }
    return response.blob();
}
