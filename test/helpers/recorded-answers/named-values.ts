// Replaces what is random or a time by a name, so that answers of two servers can be compared: equal values have equal
// names, and a name tells the format. Whoever reads a record sees where a value comes back.

/** Of everything that is asked of one server. */
export class NamedValues {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #given: [value: string, name: string][];
  readonly #start: number;

  /**
   * @param given names for what is the server's own, such as its public URLs
   * @param start when the record begins, in ms: times are told from there
   */
  constructor(given: Readonly<Record<string, string>>, start: number) {
    this.#given = Object.entries(given);
    this.#start = Math.floor(start / 1000);
  }

  /** Gives a name to what nothing but its place tells to be random. */
  give(value: string, name: string): void {
    this.#given.push([value, name]);
  }

  /** Of a text: a header, a form, a page. */
  text(text: string): string {
    let named = text;
    for (const [value, name] of this.#given)
      named = named.replaceAll(value, name).replaceAll(encodeURIComponent(value), name);
    return named.replace(STAMP_TIME, '$1<time>').replace(RANDOM, (value) => this.#nameOf(value));
  }

  /** Of a JSON document, in which JWTs are opened. */
  json(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.json(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.json(one)]));
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'string') return value;
    return JWT.test(value) ? this.jwt(value) : this.text(value);
  }

  jwt(token: string): unknown {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const open = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    const size = Buffer.from(signature, 'base64url').length;
    return { header: this.json(open(header)), claims: this.json(open(claims)), signature: `<${size} bytes>` };
  }

  #number(value: number): number | string {
    const passed = value - this.#start;
    return Math.abs(passed) < YEAR_SECONDS ? `<start ${passed < 0 ? '-' : '+'} ${Math.abs(passed)} s>` : value;
  }

  #nameOf(value: string): string {
    const found = FORMATS.find(({ shape }) => shape.test(value));
    if (!found) return value;
    const known = this.#names.get(value);
    if (known) return known;
    const prefix = /^lk_[a-z]+_/.exec(value)?.[0] ?? '';
    const kind = `${prefix}${found.name(value.length - prefix.length)}`;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} #${count}>`;
    this.#names.set(value, name);
    return name;
  }
}

const YEAR_SECONDS = 366 * 24 * 3600;
const JWT = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/;

/** Of `lk_stamp`, before its signature. */
const STAMP_TIME = /(lk_stamp=)[\da-z]+(?=\.)/g;

/** What may be random: a JWT, or a run of at least twenty characters that are all of base64url. */
const RANDOM = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+|(?<![\w-])[\w-]{20,}(?![\w-])/g;

/** The first that fits. None fits words, which have one case throughout. */
const FORMATS = [
  { shape: JWT, name: () => 'JWT' },
  { shape: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/, name: () => 'UUIDv7' },
  { shape: /^lk_[a-z]+_[\w-]+$/, name: (size: number) => `${size} base64url` },
  { shape: /^[\da-f]{32}$/, name: () => '32 hex' },
  { shape: /^[\da-z]{32}$/, name: () => '32 a-z0-9' },
  { shape: /^(?![a-z]+(?:[-_][a-z]+)*$|[A-Z]+(?:[-_][A-Z]+)*$)/, name: (size: number) => `${size} base64url` },
];
