// Core's answer to bad input: all input errors at once, each with its path. HTTP renders them as problem+json pointers
// or beside the fields of a form, the command line as lines on standard error.

/**
 * One input error. `path` leads to the value (`['site_domains', 3]`; `[]` is the whole input). `code` is stable and
 * selects the message in every language. `detail` is an English sentence that says what to do. `values` fill the
 * message's placeholders.
 */
export type Fault = {
  path: readonly (string | number)[];
  code: string;
  detail: string;
  values?: Readonly<Record<string, string | number>>;
};

/** Whether the path leads to the same value as the other, or to one inside it. */
export const isWithin = (path: Fault['path'], other: Fault['path']): boolean =>
  other.every((step, depth) => path[depth] === step);

/** Errors of reading, then those of the rules about what is neither inside nor around what could not be read. */
export const joinUnrelated = (reading: readonly Fault[], rules: readonly Fault[]): Fault[] => [
  ...reading,
  ...rules.filter(({ path }) => !reading.some((known) => isWithin(path, known.path) || isWithin(known.path, path))),
];
