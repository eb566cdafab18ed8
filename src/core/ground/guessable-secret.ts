// Recognizes server secrets that can be guessed, however long they are: example values and texts that a short rule
// describes. No test can prove that a text is random. This one finds texts that were typed rather than generated, and
// accepts random ones.

/** Spellings of example values: ours in deploy/kubernetes/secret.example.yaml, and those of others. */
const EXAMPLE = /replace.?(this|me)|change.?(this|me)|openssl.?rand|your.?secret|example.?secret/i;
/** 32 random hexadecimal digits have fewer distinct ones once in twenty million times. */
const MIN_DISTINCT_BYTES = 8;
/** 32 random digits have 29 or 30 distinct triples. A text that repeats 19 bytes has 19. */
const MIN_DISTINCT_TRIPLES = 20;

/** @returns why the secret can be guessed, as the end of a sentence about it; undefined if nothing suggests that */
export function whyGuessable(secret: Uint8Array): string | undefined {
  const text = Buffer.from(secret).toString('latin1');
  if (EXAMPLE.test(text)) return 'is an example value';
  if (new Set(text).size < MIN_DISTINCT_BYTES) return 'has too few different characters';
  if (isInOrder(secret)) return 'is a sequence of letters or digits';
  const triples = new Set(Array.from({ length: text.length - 2 }, (_, i) => text.slice(i, i + 3)));
  return triples.size < MIN_DISTINCT_TRIPLES ? 'repeats itself' : undefined;
}

/** Whether most bytes repeat the step before them: `abcdef`, `987654`, `acegik`. */
function isInOrder(bytes: Uint8Array): boolean {
  let repeated = 0;
  for (let i = 2; i < bytes.length; i += 1) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i - 2, i + 1);
    if (third - second === second - first) repeated += 1;
  }
  return repeated * 2 > bytes.length;
}
