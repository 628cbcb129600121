// What every browser that the pages are for has, and Debian's TypeScript does not know yet.

interface Array<T> {
    findLast(predicate: (value: T, index: number, all: T[]) => unknown): T | undefined;
}

declare class DecompressionStream {
    constructor(format: "gzip" | "deflate" | "deflate-raw");
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<BufferSource>;
}
