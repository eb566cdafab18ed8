// The one strict reader of `application/x-www-form-urlencoded` text: queries and form bodies alike. Two readers that
// differ on a doubled or malformed parameter are how checks are passed around (contract 9).

/** The text is no well-formed list of parameters: percent-encoding, UTF-8 or NUL (contract 9). */
export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters';
}

/** Parameters in the order sent. An empty value is an absent one (RFC 6749 3.1); a doubled one keeps all its values. */
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

  /** The first value that is not empty. Ask `isDoubled` where a doubled parameter must be refused. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.find((value) => value !== '');
  }

  /** Every value, empty ones included: for check boxes of our own forms. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Whether the parameter was sent at all, even empty. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** RFC 6749 3.1: request parameters must not be included more than once; an empty twin counts. */
  isDoubled(name: string): boolean {
    return (this.#values.get(name)?.length ?? 0) > 1;
  }

  /** Name and value of each, doubled and empty ones included; the order within one name is kept. */
  entries(): [name: string, value: string][] {
    return [...this.#values].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  }

  /** The parameters as a query again, doubled and empty ones included; the order within one name is kept. */
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
  // A replacement character that was not percent-encoded is what is left of bytes that were not UTF-8.
  if (text.includes('\uFFFD')) throw new MalformedParameters('A parameter is not UTF-8.');
  return decoded;
}
