// Objects that tell what happens to them, as elements do.

/**
 * The type parameter names each type of event with its detail, null where it has none.
 * @template {object} Types
 */
export class Eventful extends EventTarget {
    /**
     * Calls the listener with the detail of every event of that type, after those that listen already.
     * @template {keyof Types & string} Type
     * @param {Type} type
     * @param {(detail: Types[Type]) => void} listener
     */
    on(type, listener) {
        this.addEventListener(type, (event) => listener(/** @type {CustomEvent<Types[Type]>} */ (event).detail));
    }

    /**
     * Tells everybody who listens, before it returns.
     * @template {keyof Types & string} Type
     * @param {Type} type
     * @param {Types[Type]} [detail]
     */
    tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }
}
