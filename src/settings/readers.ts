// Readers for the values of settings, from YAML's types and from the text of a variable alike. They are written by
// hand: a schema library takes longer to load than all settings take to read, and each setting describes its own faults
// anyway.

/** @returns the value; undefined: the raw value is not allowed */
export type Reader<Value> = (raw: unknown) => { value: Value } | undefined;

/** Reads a text that `isAllowed` accepts. */
export const text =
  (isAllowed: (value: string) => boolean): Reader<string> =>
  (raw) =>
    typeof raw === 'string' && isAllowed(raw) ? { value: raw } : undefined;

/** Reads a text and parses it; `parse` returns undefined where the text is not allowed. */
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

/** Tries two readers and takes the first value that is allowed. */
export const either =
  <One, Other>(one: Reader<One>, other: Reader<Other>): Reader<One | Other> =>
  (raw) =>
    one(raw) ?? other(raw);

/**
 * Reads a list from YAML, or from a text with commas. Spaces around entries are removed, and empty entries are dropped.
 */
export const listOf =
  (isAllowed: (entry: string) => boolean): Reader<string[]> =>
  (raw) => {
    const entries: unknown = typeof raw === 'string' ? raw.split(/[,\n]/) : raw;
    if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) return undefined;
    const value = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return value.every(isAllowed) ? { value } : undefined;
  };

/** Allows a missing value. */
export const optional =
  <Value>(read: Reader<Value>): Reader<Value | undefined> =>
  (raw) =>
    raw === undefined ? { value: undefined } : read(raw);
