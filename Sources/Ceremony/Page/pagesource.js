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
