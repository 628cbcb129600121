// Finds the ink in a picture of a signature: what is darker than the paper around it, whatever the light was.

import { element } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

const mostAcross = 1200; // pixels in which the ink is looked for
const widest = 600; // pixels of what is kept
const highest = 300;
const margin = 8; // pixels around the ink
const paperAround = 12; // the paper is measured in a square of this part of the picture on each side
const lightest = 0.88; // of the paper's light: what is lighter is paper
const darkest = 0.76; // what is darker is ink, and between them is the edge of a line

/**
 * A canvas with the ink alone, black on nothing.
 * @param {Blob} file
 * @returns {Promise<HTMLCanvasElement>} throws a `Hint` where there is no picture, or no ink in it
 */
export async function inkOf(file) {
    const { data, width, height } = await pixelsOf(file);
    const light = lightOf(data, width * height);
    const paper = paperOf(light, width, height);
    const ink = new Uint8ClampedArray(width * height);
    for (let index = 0; index < ink.length; index += 1) {
        ink[index] = (255 * (lightest - light[index] / paper[index])) / (lightest - darkest);
    }
    const box = boxOf(ink, width, height);
    if (box === null) {
        throw new Hint(text("adopt.picture.blank"));
    }
    return cut(ink, width, box);
}

/**
 * @param {Blob} file
 * @returns {Promise<ImageData>}
 */
async function pixelsOf(file) {
    const bitmap = await createImageBitmap(file).catch(() => {
        throw new Hint(text("adopt.picture.unreadable"));
    });
    const scale = Math.min(1, mostAcross / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const pen = penOf(element("canvas", { width, height }));
    // What is transparent is paper.
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return pen.getImageData(0, 0, width, height);
}

/**
 * How light each pixel is, from 1 to 256.
 * @param {Uint8ClampedArray} data
 * @param {number} count
 */
function lightOf(data, count) {
    const light = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
        light[index] = 1 + 0.299 * data[4 * index] + 0.587 * data[4 * index + 1] + 0.114 * data[4 * index + 2];
    }
    return light;
}

/**
 * How light the paper is around each pixel: the mean of a square, from the sums of all squares that begin at the top left.
 * @param {Float32Array} light
 * @param {number} width
 * @param {number} height
 */
function paperOf(light, width, height) {
    const across = width + 1;
    const sums = new Float64Array(across * (height + 1));
    for (let y = 0; y < height; y += 1) {
        let row = 0;
        for (let x = 0; x < width; x += 1) {
            row += light[y * width + x];
            sums[(y + 1) * across + x + 1] = sums[y * across + x + 1] + row;
        }
    }
    const reach = Math.max(8, Math.round(Math.max(width, height) / paperAround));
    const paper = new Float32Array(light.length);
    for (let y = 0; y < height; y += 1) {
        const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
        for (let x = 0; x < width; x += 1) {
            const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
            const sum = sums[bottom * across + right] - sums[top * across + right]
                - sums[bottom * across + left] + sums[top * across + left];
            paper[y * width + x] = sum / ((right - left) * (bottom - top));
        }
    }
    return paper;
}

/**
 * The box around the ink, without specks of dust.
 * @param {Uint8ClampedArray} ink
 * @param {number} width
 * @param {number} height
 * @returns {{left: number, top: number, right: number, bottom: number}|null}
 */
function boxOf(ink, width, height) {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
            const index = y * width + x;
            const isLine = ink[index] > 127
                && [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
                    .filter((step) => ink[index + step] > 127).length > 2;
            if (isLine) {
                left = Math.min(left, x);
                right = Math.max(right, x + 1);
                top = Math.min(top, y);
                bottom = Math.max(bottom, y + 1);
            }
        }
    }
    return right > left ? { left, top, right, bottom } : null;
}

/**
 * @param {Uint8ClampedArray} ink
 * @param {number} width
 * @param {{left: number, top: number, right: number, bottom: number}} box
 */
function cut(ink, width, { left, top, right, bottom }) {
    const whole = element("canvas", { width: right - left, height: bottom - top });
    const pen = penOf(whole);
    const pixels = pen.createImageData(whole.width, whole.height);
    for (let y = 0; y < whole.height; y += 1) {
        for (let x = 0; x < whole.width; x += 1) {
            pixels.data[4 * (y * whole.width + x) + 3] = ink[(y + top) * width + x + left];
        }
    }
    pen.putImageData(pixels, 0, 0);
    const scale = Math.min(1, widest / whole.width, highest / whole.height);
    const kept = element("canvas", {
        width: Math.ceil(whole.width * scale) + 2 * margin, height: Math.ceil(whole.height * scale) + 2 * margin,
    });
    const other = penOf(kept);
    other.imageSmoothingQuality = "high";
    other.drawImage(whole, margin, margin, whole.width * scale, whole.height * scale);
    return kept;
}

/** @param {HTMLCanvasElement} canvas */
function penOf(canvas) {
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
}
