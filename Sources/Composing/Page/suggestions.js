// Places of a page where a field is meant: fields of the file's own form, underscores and boxes in the text, and printed
// lines and squares, with the words beside them.

import { kinds } from "./kinds.js";

/** @typedef {import("./pages.js").Word} Word */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").FieldKind} FieldKind */

/** @typedef {import("./types.js").FoundPlaces} FoundPlaces */

/** @typedef {{kind: FieldKind, box: Box, form?: import("./types.js").FoundField}} Suggestion */

const blank = /_{3,}|\.{6,}|…{3,}/;
const boxes = /^[\[(]?[☐□❏❑▢][\])]?$|^\[_?\]$/;
const nearBelow = 24; // points from a line to the words under it that say what it is for
const nearBeside = 40; // points from a word to the line that it is the label of
const writing = 13; // points above a line that have to be empty

/**
 * Words that stand beside a place, in the languages that people read here. The first that fits counts.
 * @type {[FieldKind, string[]][]}
 */
const labels = [
    ["signHere", ["signature", "signed", "sign here", "unterschrift", "unterzeichn", "firma", "assinatura", "handtekening",
        "подпись", "署名", "서명", "签名", "簽名", "签字", "簽字", "签署", "簽署", "חתימ", "توقيع", "التوقيع"]],
    ["initialHere", ["initial", "paraphe", "paraaf", "iniziali", "iniciales", "rubrica", "rúbrica", "инициал", "イニシャル",
        "이니셜", "ראשי תיבות"]],
    ["dateSigned", ["date", "datum", "fecha", "data", "дата", "日付", "日期", "날짜", "תאריך", "تاريخ", "التاريخ"]],
    ["email", ["mail", "correo", "почт", "メール", "邮箱", "郵件", "邮件", "이메일", "דוא", "البريد"]],
    ["fullName", ["name", "nom", "nombre", "nome", "naam", "имя", "фио", "氏名", "姓名", "성명", "이름", "שם", "الاسم"]],
];

/**
 * Everything on a page, each place once: what the form says counts more than the text, and the text more than print.
 * @param {Word[]} words of the page, in reading order
 * @param {FoundPlaces["fields"]} fields of the page
 * @param {FoundPlaces["rules"]} rules of the page
 * @returns {Suggestion[]} from the top down
 */
export function suggestionsOn(words, fields = [], rules = []) {
    /** @type {Suggestion[]} */
    let kept = [];
    for (const found of [fields.map(ofForm), inText(words), inPrint(words, rules)]) {
        const known = kept;
        kept = [...known, ...found.filter((one) => !known.some((other) => touches(one.box, other.box)))];
    }
    return kept.sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x);
}

/**
 * A text field that is named after a signature is meant for one: many forms have no other.
 * @param {import("./types.js").FoundField} form
 * @returns {Suggestion}
 */
function ofForm(form) {
    const named = form.kind === "text" ? kindOf(form.label) : form.kind;
    const kind = named === "signHere" || named === "initialHere" ? named : form.kind;
    return { kind, box: form.frame, form };
}

/**
 * @param {Word[]} words
 * @returns {Suggestion[]}
 */
function inText(words) {
    return words.flatMap((word) => {
        if (boxes.test(word.text)) {
            const side = Math.min(word.height, kinds.checkbox.height);
            return [{ kind: /** @type {FieldKind} */ ("checkbox"), box: {
                x: word.x, y: word.y + (word.height - side) / 2, width: side, height: side,
            } }];
        }
        const found = blank.exec(word.text);
        if (found === null) {
            return [];
        }
        const letter = word.width / word.text.length;
        const line = { x: word.x + found.index * letter, width: found[0].length * letter, bottom: word.y + word.height };
        const kind = kindOf(beside(word, words, word.text.slice(0, found.index)) || below(line, words));
        const { height } = kinds[kind];
        return [{ kind, box: { x: line.x, y: Math.max(0, line.bottom - height), width: line.width, height } }];
    });
}

/**
 * Lines over which nothing is written, with a label, and squares with words behind them. Other lines divide or underline.
 * @param {Word[]} words
 * @param {FoundPlaces["rules"]} rules
 * @returns {Suggestion[]}
 */
function inPrint(words, rules) {
    return rules.flatMap(({ kind: form, frame }) => {
        if (form === "box") {
            const isLabelled = words.some((word) => isLevel(word, frame.y, frame.y + frame.height)
                && (isNear(word.x - frame.x - frame.width) || isNear(frame.x - word.x - word.width)));
            const isEmpty = !words.some((word) => touches(word, frame));
            return isLabelled && isEmpty ? [{ kind: /** @type {FieldKind} */ ("checkbox"), box: frame }] : [];
        }
        const isFree = !words.some((word) => touches(word, { ...frame, y: frame.y - writing, height: writing - 1 }));
        const label = labelBefore(frame, words) || below({ x: frame.x, width: frame.width, bottom: frame.y + frame.height }, words);
        if (!isFree || label === "") {
            return [];
        }
        const kind = kindOf(label);
        const { height } = kinds[kind];
        return [{ kind, box: { x: frame.x, y: Math.max(0, frame.y - height), width: frame.width, height } }];
    });
}

/**
 * The words that end just before a printed line, on its level.
 * @param {Box} frame
 * @param {Word[]} words
 */
function labelBefore(frame, words) {
    const before = words.filter((word) => isLevel(word, frame.y - writing, frame.y + 3) && word.x + word.width <= frame.x + 2);
    const nearest = before.reduce((found, word) => Math.max(found, word.x + word.width), -Infinity);
    if (!isNear(frame.x - nearest)) {
        return "";
    }
    const line = before.find((word) => word.x + word.width === nearest)?.line;
    return before.filter((word) => word.line === line).map((word) => word.text).join(" ");
}

/** @param {number} gap in points */
function isNear(gap) { return gap >= -2 && gap <= nearBeside; }

/**
 * Whether the middle of a word lies between two heights.
 * @param {Word} word
 * @param {number} top
 * @param {number} bottom
 */
function isLevel(word, top, bottom) {
    const middle = word.y + word.height / 2;
    return middle >= top && middle <= bottom;
}

/**
 * Whether two boxes have a point in common.
 * @param {Box} one
 * @param {Box} other
 */
export function touches(one, other) {
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height
        && other.y < one.y + one.height;
}

/**
 * What stands before the line, in the same line of the text: from the blank before it on.
 * @param {Word} word
 * @param {Word[]} words
 * @param {string} start of the word itself
 */
function beside(word, words, start) {
    const before = words.filter((other) => other.line === word.line && other.x < word.x).map((other) => other.text);
    const from = before.map((text) => blank.test(text)).lastIndexOf(true) + 1;
    return [...before.slice(from), start].join(" ").trim();
}

/**
 * What stands under the line.
 * @param {{x: number, width: number, bottom: number}} line
 * @param {Word[]} words
 */
function below({ x, width, bottom }, words) {
    return words.filter((word) => word.y > bottom - 2 && word.y < bottom + nearBelow && word.x < x + width
        && word.x + word.width > x && !blank.test(word.text)).map((word) => word.text).join(" ");
}

/**
 * @param {string} label
 * @returns {FieldKind}
 */
function kindOf(label) {
    const text = label.toLowerCase();
    return labels.find(([, words]) => words.some((word) => text.includes(word)))?.[0] ?? "text";
}
