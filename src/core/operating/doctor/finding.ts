// What `latchkey doctor` reports: one finding for each thing it checked. The rules in this folder judge facts; other
// code gathers the facts and prints the findings. Each file lists the findings that it can tell, with their texts.

/** `warning`: it works, but not forever or not for everybody. `fault`: it does not work, or somebody can break in. */
export type Severity = 'ok' | 'warning' | 'fault';

export type FindingSubject =
  | 'settings'
  | 'database'
  | 'schema'
  | 'keys'
  | 'secrets'
  | 'files'
  | 'disk'
  | 'clock'
  | 'addresses'
  | 'accounts'
  | 'deletion'
  | 'email'
  | 'names'
  | 'passkeys'
  | 'factors'
  | 'tokens'
  | 'mail'
  | 'pictures'
  | 'policy'
  | 'tls'
  | 'proxy';

/** Values in the texts of a finding, by name. */
export type FindingValues = Readonly<Record<string, string | number>>;

export type Finding = {
  /** Names it for programs and for other languages, such as `mail-off`. */
  code: string;
  subject: FindingSubject;
  level: Severity;
  /** One line: what was found. */
  found: string;
  /** One line: what to do about it; undefined when all is well. */
  fix: string | undefined;
  values: FindingValues;
};

/** A finding before its values are known: they replace their names in braces. */
export type Template = Pick<Finding, 'subject' | 'level' | 'found' | 'fix'>;
export type Templates = Readonly<Record<string, Template>>;

export const ok = <const Found extends string>(subject: FindingSubject, found: Found) =>
  ({ subject, level: 'ok', found, fix: undefined }) as const;

export const warning = <const Found extends string, const Fix extends string>(
  subject: FindingSubject,
  found: Found,
  fix: Fix,
) => ({ subject, level: 'warning', found, fix }) as const;

export const fault = <const Found extends string, const Fix extends string>(
  subject: FindingSubject,
  found: Found,
  fix: Fix,
) => ({ subject, level: 'fault', found, fix }) as const;

/** `'{where} is damaged: {damage}'` → `'where' | 'damage'`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesOf<Of extends Template> = Readonly<Record<NamesIn<Of['found']> | NamesIn<Of['fix']>, string | number>>;
type Args<Of extends Template> = [NamesIn<Of['found']> | NamesIn<Of['fix']>] extends [never]
  ? []
  : [values: ValuesOf<Of>];

const fill = (text: string, values: FindingValues): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** @returns a function that makes the finding of this code, with its values */
export const findingOf =
  <Of extends Templates>(templates: Of) =>
  <Code extends keyof Of & string>(code: Code, ...[given]: Args<Of[Code]>): Finding => {
    const { subject, level, found, fix } = templates[code] as Template;
    const values: FindingValues = given ?? {};
    return { code, subject, level, found: fill(found, values), fix: fix && fill(fix, values), values };
  };

const MEGA = 1_000_000;
export const DAY_MS = 86_400_000;

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGA)} MB`;

/** Whole days, rounded towards zero. */
export const days = (ms: number): number => Math.trunc(ms / DAY_MS);
