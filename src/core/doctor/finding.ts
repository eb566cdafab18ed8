// What `latchkey doctor` reports: one finding for each thing it checked. The rules in this folder judge facts; other
// code gathers the facts and prints the findings.

/** `warning`: it works, but not forever or not for everybody. `fault`: it does not work, or somebody can break in. */
export type Level = 'ok' | 'warning' | 'fault';

export type Subject =
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
  | 'mail'
  | 'policy'
  | 'tls'
  | 'proxy';

export type Finding = {
  subject: Subject;
  level: Level;
  /** One line: what was found. */
  found: string;
  /** One line: what to do about it; undefined when all is well. */
  fix: string | undefined;
};

export const ok = (subject: Subject, found: string): Finding => ({ subject, level: 'ok', found, fix: undefined });

export const warning = (subject: Subject, found: string, fix: string): Finding => ({
  subject,
  level: 'warning',
  found,
  fix,
});

export const fault = (subject: Subject, found: string, fix: string): Finding => ({
  subject,
  level: 'fault',
  found,
  fix,
});

const MEGA = 1_000_000;
export const DAY_MS = 86_400_000;

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGA)} MB`;

/** Whole days, rounded towards zero. */
export const days = (ms: number): number => Math.trunc(ms / DAY_MS);
