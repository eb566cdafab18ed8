// How the value of a setting is read, from YAML's types and from the text of a variable alike. By hand: a schema
// library takes longer to load than all settings take to read, and what is wrong is told in the setting's own words
// anyway.

/** @returns the value; undefined refuses what stands there. */
export type Reader<Value> = (raw: unknown) => { value: Value } | undefined;

/** A text that is allowed. */
export const text =
  (isAllowed: (value: string) => boolean): Reader<string> =>
  (raw) =>
    typeof raw === 'string' && isAllowed(raw) ? { value: raw } : undefined;

/** A text that is turned into something else; `parse` gives undefined where it is not allowed. */
export const parsed =
  <Value>(parse: (value: string) => Value | undefined): Reader<Value> =>
  (raw) => {
    const value = typeof raw === 'string' ? parse(raw) : undefined;
    return value === undefined ? undefined : { value };
  };

export const numberBetween =
  (from: number, to: number): Reader<number> =>
  (raw) => {
    const value = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
    return Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to
      ? { value: value as number }
      : undefined;
  };

export const trueOrFalse: Reader<boolean> = (raw) => {
  if (typeof raw === 'boolean') return { value: raw };
  return raw === 'true' || raw === 'false' ? { value: raw === 'true' } : undefined;
};

export const oneOf =
  <const Words extends readonly string[]>(words: Words): Reader<Words[number]> =>
  (raw) =>
    words.includes(raw as string) ? { value: raw as Words[number] } : undefined;

/** What one of the readers takes, the first that does. */
export const either =
  <One, Other>(one: Reader<One>, other: Reader<Other>): Reader<One | Other> =>
  (raw) =>
    one(raw) ?? other(raw);

/** A list in YAML, or its entries with commas between them; spaces around entries do not count, nor empty ones. */
export const listOf =
  (isAllowed: (entry: string) => boolean): Reader<string[]> =>
  (raw) => {
    const entries: unknown = typeof raw === 'string' ? raw.split(',') : raw;
    if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) return undefined;
    const value = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return value.every(isAllowed) ? { value } : undefined;
  };

/** Nothing may stand there; then it is `otherwise`. */
export const orElse =
  <Value, Otherwise>(read: Reader<Value>, otherwise: () => Otherwise): Reader<Value | Otherwise> =>
  (raw) =>
    raw === undefined ? { value: otherwise() } : read(raw);

export const optional = <Value>(read: Reader<Value>): Reader<Value | undefined> => orElse(read, () => undefined);
