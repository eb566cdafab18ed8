// Parses an absolute URL that somebody typed. `URL.canParse` is not used: in Node 20, once V8 has optimized the caller,
// it refuses every URL with Latin-1 letters beyond ASCII (`https://bücher.example`). `URL.parse` needs Node 22.

/** @returns undefined if the text is not an absolute URL (WHATWG URL) */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
