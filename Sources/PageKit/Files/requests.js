// What every request to a host needs.

/** @typedef {typeof AbortSignal & {timeout: (milliseconds: number) => AbortSignal}} Timed TypeScript 4.8 lacks it */

/**
 * A signal that gives a request up after a while.
 * @param {number} milliseconds
 * @returns {AbortSignal}
 */
export function givesUpAfter(milliseconds) {
    return /** @type {Timed} */ (AbortSignal).timeout(milliseconds);
}
