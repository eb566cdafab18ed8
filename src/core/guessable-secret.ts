// What a server's secret must not be, however long: the text of an example, or one that a short description tells.
// Nobody can measure from a text how it was made; this finds what was typed instead of drawn, and lets every random
// text pass.

/** As examples spell it: ours in deploy/kubernetes/secret.example.yaml, and those that others write. */
const EXAMPLE = /replace.?(this|me)|change.?(this|me)|openssl.?rand|your.?secret|example.?secret/i;
/** 32 random hexadecimal digits have fewer once in twenty million times. */
const FEWEST_DIFFERENT_BYTES = 8;
/** 32 random digits have 29 of them or 30. A text that repeats one of 19 bytes has 19. */
const FEWEST_DIFFERENT_TRIPLES = 20;

/** @returns why it can be guessed, as the end of a sentence about its text; undefined: nothing speaks against it */
export function whyGuessable(secret: Uint8Array): string | undefined {
  const text = Buffer.from(secret).toString('latin1');
  if (EXAMPLE.test(text)) return 'is an example value';
  if (new Set(text).size < FEWEST_DIFFERENT_BYTES) return 'has too few different characters';
  if (isInOrder(secret)) return 'is a sequence of letters or digits';
  const triples = new Set(Array.from({ length: text.length - 2 }, (_, i) => text.slice(i, i + 3)));
  return triples.size < FEWEST_DIFFERENT_TRIPLES ? 'repeats itself' : undefined;
}

/** Most of it goes on by the step before: `abcdef`, `987654`, `acegik`. */
function isInOrder(bytes: Uint8Array): boolean {
  let steady = 0;
  for (let i = 2; i < bytes.length; i += 1) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i - 2, i + 1);
    if (third - second === second - first) steady += 1;
  }
  return steady * 2 > bytes.length;
}
