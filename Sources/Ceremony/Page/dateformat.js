// Writes days as the sender wants them; the host reads nothing else.

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December"];

/**
 * A time as a text of that form, such as DD/MM/YYYY.
 * @param {string} form
 * @param {Date} time of this machine's calendar and clock
 * @returns {string}
 */
export function dateText(form, time) {
    /** @type {(number: number, count?: number) => string} */
    const digits = (number, count = 2) => String(number).padStart(count, "0");
    const month = months[time.getMonth()];
    /** @type {Record<string, string>} */
    const parts = {
        YYYY: digits(time.getFullYear(), 4), Month: month, MMM: month.slice(0, 3), MM: digits(time.getMonth() + 1),
        DD: digits(time.getDate()), D: String(time.getDate()), hh: digits(time.getHours() % 12 || 12),
        mm: digits(time.getMinutes()), ss: digits(time.getSeconds()), a: time.getHours() < 12 ? "am" : "pm",
    };
    return form.replace(/YYYY|Month|MMM|MM|DD|D|hh|mm|ss|a/g, (part) => parts[part]);
}

/**
 * Whether that form has a time of the day, too.
 * @param {string} form
 */
export function hasClock(form) {
    return form.includes("hh");
}
