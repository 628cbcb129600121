// Which files the system's picker offers. Where a picture may be chosen, the picker of iOS also offers to take one, and iOS
// ends an app that does not say what it needs the camera for. The window around the page knows whether the app says so.

/** Whether the picker may offer the camera. */
export function allowsCamera() {
    return document.documentElement.dataset.camera !== "none";
}

/** The documents that may be chosen, as the `accept` of an input. */
export function acceptedFiles() {
    const files = ".pdf,application/pdf";
    if (!allowsCamera()) {
        return files;
    }
    // A phone that is not asked for its own format hands over JPEG, which everybody reads.
    return files + ",.png,.jpg,.jpeg,image/png,image/jpeg"
        + (matchMedia("(pointer: coarse)").matches ? "" : ",.heic,.heif,image/heic,image/heif");
}
