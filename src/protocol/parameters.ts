// The one strict parser of `application/x-www-form-urlencoded` text, for queries and form bodies. Checks can be
// bypassed where two parsers differ on a repeated or malformed parameter (contract 9).

/** The text is not a well-formed list of parameters because of its percent-encoding, UTF-8 or a NUL (contract 9). */
export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters';
}

/**
 * Parameters in the order sent. An empty value counts as absent (RFC 6749 3.1). A repeated parameter keeps all its
 * values.
 */
export class Parameters {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  private constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  /** @throws MalformedParameters when any name or value is malformed, known or not. */
  static parse(text: string): Parameters {
    const values = new Map<string, string[]>();
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
    return new Parameters(values);
  }

  /** These parameters with one of them replaced, or added at the end. */
  with(name: string, value: string): Parameters {
    return new Parameters(new Map([...this.#values].filter(([one]) => one !== name)).set(name, [value]));
  }

  /** These parameters without those names. */
  without(names: readonly string[]): Parameters {
    return new Parameters(new Map([...this.#values].filter(([name]) => !names.includes(name))));
  }

  /** The first value that is not empty. Check `isDoubled` where a repeated parameter must be refused. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.find((value) => value !== '');
  }

  /** Every value, including empty ones: for check boxes of our own forms. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Whether the parameter was sent at all, even empty. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** RFC 6749 3.1: request parameters must not be included more than once; an empty repetition counts. */
  isDoubled(name: string): boolean {
    return (this.#values.get(name)?.length ?? 0) > 1;
  }

  /** The names and values, including repeated and empty ones. The order within one name is kept. */
  entries(): [name: string, value: string][] {
    return [...this.#values].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  }

  /** The parameters as a query, including repeated and empty ones. The order within one name is kept. */
  toString(): string {
    return this.entries()
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
  }
}

function decode(text: string): string {
  let decoded = text;
  if (text.includes('+')) decoded = decoded.replaceAll('+', ' ');
  if (text.includes('%')) {
    try {
      // decodeURIComponent refuses lone percent signs and percent-encoded bytes that are not UTF-8.
      decoded = decodeURIComponent(decoded);
    } catch {
      throw new MalformedParameters('A parameter has malformed percent-encoding or is not UTF-8.');
    }
  }
  if (decoded.includes('\0')) throw new MalformedParameters('A parameter contains the character NUL.');
  // A replacement character that was not percent-encoded comes from bytes that were not UTF-8.
  if (text.includes('\uFFFD')) throw new MalformedParameters('A parameter is not UTF-8.');
  return decoded;
}
