// Places of a page where a field is meant: underscores and boxes in its text, with the words beside them.

import { kinds } from "./kinds.js";

/** @typedef {import("./pages.js").Word} Word */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").FieldKind} FieldKind */

/** @typedef {{kind: FieldKind, box: Box}} Suggestion */

const blank = /_{3,}|\.{6,}|…{3,}/;
const boxes = /^[\[(]?[☐□❏❑▢][\])]?$|^\[_?\]$/;
const nearBelow = 24; // points from a line to the words under it that say what it is for

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
 * @param {Word[]} words of one page, in reading order
 * @returns {Suggestion[]}
 */
export function suggestionsOn(words) {
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
