// Reads `database_url`: which database it names, and what the settings need to know about it. Support for another
// database begins here and in `compose/databases`.
import { parseUrl } from '../../core/ground/parse-url.ts';

export type DatabaseUrl = {
  kind: 'sqlite' | 'postgresql';
  /** The file of the database; undefined: a database server, which other machines may share. */
  file: string | undefined;
  /** The URL as it may be shown, without passwords. */
  shown: string;
};

type Kind = { kind: DatabaseUrl['kind']; names: RegExp; allows(url: string): boolean } & (
  | { fileOf(url: string): string }
  | { shownOf(url: string): string }
);

const KINDS: readonly Kind[] = [
  {
    kind: 'postgresql',
    names: /^postgres(ql)?:\/\//,
    allows: (url) => (parseUrl(url)?.pathname.length ?? 0) > 1,
    shownOf: withoutPasswords,
  },
  {
    kind: 'sqlite',
    names: /^sqlite:/,
    allows: (url) => /^sqlite:./.test(url) && !/^sqlite:(\/\/|:|file:)/.test(url),
    fileOf: (url) => url.slice('sqlite:'.length),
  },
];

const kindOf = (url: string) => KINDS.find(({ names }) => names.test(url));

export const isDatabaseUrl = (url: string): boolean => kindOf(url)?.allows(url) === true;

/** @param url one for which `isDatabaseUrl` holds */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const found = kindOf(url);
  if (!found) throw new TypeError('This is no database URL');
  return 'fileOf' in found
    ? { kind: found.kind, file: found.fileOf(url), shown: url }
    : { kind: found.kind, file: undefined, shown: found.shownOf(url) };
}

const PASSWORDS = ['password', 'sslpassword'];

function withoutPasswords(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = 'not-shown';
  for (const name of PASSWORDS) if (url.searchParams.has(name)) url.searchParams.set(name, 'not-shown');
  return url.href;
}
