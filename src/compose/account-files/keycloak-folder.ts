// The folder of an export of Keycloak (`--users different_files`): which of its files have the users of one realm.
import { readdirSync } from 'node:fs';
import { StartRefused } from '../start-refused.ts';

const USERS = /^(?<realm>.+)-users-(?<number>\d+)\.json$/;

/**
 * @param realm undefined: the folder must have files of one alone
 * @returns `names`: in the order of their numbers
 * @throws StartRefused; the error of the file system
 */
export function findUserFiles(
  folder: string,
  realm: string | undefined,
  howToExport: string,
): { names: readonly string[]; warnings: readonly string[] } {
  const all = readdirSync(folder);
  const files = all.flatMap((name) => {
    const { realm: of = '', number = '' } = USERS.exec(name)?.groups ?? {};
    return of === '' ? [] : [{ name, realm: of, number: Number(number) }];
  });
  const federated = files.filter((file) => file.realm.endsWith('-federated'));
  const own = files.filter((file) => !federated.includes(file));
  const realms = [...new Set(own.map((file) => file.realm))].toSorted();
  if (realms.length === 0) throw new StartRefused(`${folder} has no file *-users-N.json: ${howToExport}`);
  if (realm === undefined && realms.length > 1) {
    throw new StartRefused(`${folder} has users of several realms (${realms.join(', ')}): name one with --realm`);
  }
  const wanted = realm ?? realms[0];
  if (wanted === undefined || !realms.includes(wanted)) {
    throw new StartRefused(`${folder} has no users of the realm ${realm}; it has those of ${realms.join(', ')}`);
  }
  const chosen = own.filter((file) => file.realm === wanted).toSorted((a, b) => a.number - b.number);
  return {
    names: chosen.map(({ name }) => name),
    warnings: [
      ...missingIn(chosen.map(({ number }) => number)).map((which) => `${wanted}-users-N.json is missing: ${which}`),
      ...federated
        .filter((file) => file.realm === `${wanted}-federated`)
        .map(
          ({ name }) => `${name} is left out: it has no accounts, but what Keycloak added to those of another store`,
        ),
    ],
  };
}

/** Keycloak counts its files from 0. @returns each number, or a range such as `3 to 7` */
function missingIn(numbers: readonly number[]): string[] {
  return numbers.flatMap((number, at) => {
    const expected = at === 0 ? 0 : (numbers[at - 1] as number) + 1;
    if (expected >= number) return [];
    return [expected === number - 1 ? `${expected}` : `${expected} to ${number - 1}`];
  });
}
