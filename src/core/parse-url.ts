// Reads an absolute URL that somebody typed. `URL.canParse` is not asked: in Node 20, once V8 has optimized its caller,
// it refuses every URL with letters of Latin-1 beyond ASCII (`https://bücher.example`). `URL.parse` came with Node 22.

/** @returns undefined where the text is no absolute URL (WHATWG URL). */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
