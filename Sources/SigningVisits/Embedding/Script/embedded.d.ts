// Types of the script at /embedded.js.

export interface CountersignEvents {
    /** The person has signed, or sent the draft. `id` is the document's. */
    completed?(detail: { id: string }): void;
    /** The person has declined to sign. */
    declined?(detail: { id: string; declineReason: string }): void;
    /** The page is gone. */
    closed?(detail: { id: string | null }): void;
    /** The page did not load, or nothing can be signed; `code` says why. */
    error?(detail: { code: string; message: string }): void;
    /** The frame has loaded something. */
    iframeLoaded?(detail: {}): void;
    /** The page is ready to sign. */
    ready?(detail: { id: string }): void;
    /** The person has agreed to electronic records. */
    consented?(detail: { id: string }): void;
    /** Somebody else has the person's place now. */
    delegated?(detail: { id: string }): void;
}

export interface CountersignOptions {
    /** The address from `embedded_signing_url` or `embedded_edit_url`: https, or http on loopback. */
    url: string;
    events?: CountersignEvents;
    /** The id of the element to fill; a modal dialog without it. */
    containerId?: string;
    /** The element to fill, in place of its id. */
    container?: Element;
    /** These can only take away what the service allows. */
    allowDecline?: boolean;
    allowDownload?: boolean;
    allowClose?: boolean;
    showHeader?: boolean;
    /** For a page on which a draft is composed: without it, the page saves the draft. */
    showSendButton?: boolean;
    /** Opened after signing, and after declining, in place of the document's own addresses. */
    redirectUrl?: string;
    declineRedirectUrl?: string;
    /** The name of the frame for screen readers. */
    title?: string;
    /** The words of the dialog's button. */
    closeText?: string;
}

declare class Embed {
    /** Throws a TypeError for an address that is not allowed. Ignores an unknown event. */
    constructor(options: CountersignOptions);
    readonly isOpen: boolean;
    open(): this;
    close(): void;
    on<Name extends keyof CountersignEvents>(name: Name, handler: NonNullable<CountersignEvents[Name]>): this;
}

/** `<countersign-signing url="…">`. Each event is a CustomEvent with the same name and detail. */
export interface CountersignSigningElement extends HTMLElement {
    open(): void;
    close(): void;
}

declare global {
    const CountersignEmbed: typeof Embed;
    const SignWellEmbed: typeof Embed;
    interface HTMLElementTagNameMap {
        "countersign-signing": CountersignSigningElement;
    }
}
