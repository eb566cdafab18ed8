// One search of operators over accounts, applications, groups and ids (contract 29). Each kind is searched as on its
// own page, which has more of it.
import type { Application } from '../../applications/applications/application.ts';
import type { PersonalCaller } from '../../applications/applications/find-application.ts';
import { searchApplications } from '../../applications/applications/list-applications.ts';
import type { Account } from '../../ground/accounts/account.ts';
import { ID } from '../../ground/secrets.ts';
import { GROUP_NAME, type Group } from '../../people/groups/group.ts';
import type { Ports } from '../ports.ts';
import { findAccounts } from './find-accounts.ts';

export type Found<Row> = { rows: readonly Row[]; more: boolean };
export type FoundEverywhere = { accounts: Found<Account>; applications: Found<Application>; groups: Found<Group> };

/** Of each kind so many are shown. */
const MOST = 10;
const NOTHING = { rows: [], more: false };

type Deps = Pick<Ports, 'accounts' | 'applications' | 'groups'>;

/** @param input `text`: an id, API key or `sub`, how an address or a group's name begins, or a part of a name */
export async function searchEverything(
  deps: Deps,
  { text, caller }: { text: string; caller: PersonalCaller },
): Promise<FoundEverywhere> {
  if (text === '') return { accounts: NOTHING, applications: NOTHING, groups: NOTHING };
  const [accounts, applications, groups] = await Promise.all([
    findAccounts(deps, { text, limit: MOST }),
    ID.test(text) ? applicationById(deps, text) : applicationsNamed(deps, text, caller),
    ID.test(text) ? groupById(deps, text) : groupsNamed(deps, text),
  ]);
  return { accounts: { rows: accounts.accounts, more: accounts.next !== undefined }, applications, groups };
}

async function applicationById({ applications }: Deps, text: string): Promise<Found<Application>> {
  const found = (await applications.find(text)) ?? (await applications.findByApiKey(text))?.application;
  return { rows: found ? [found] : [], more: false };
}

async function applicationsNamed(deps: Deps, text: string, caller: PersonalCaller): Promise<Found<Application>> {
  const found = await searchApplications(deps, { caller, search: { text, order: 'name' }, limit: MOST });
  return { rows: found.applications, more: found.after !== undefined };
}

async function groupById({ groups }: Deps, text: string): Promise<Found<Group>> {
  const found = await groups.find(text);
  return { rows: found ? [found] : [], more: false };
}

/** What no name can begin with is not asked for. */
async function groupsNamed({ groups }: Deps, text: string): Promise<Found<Group>> {
  if (!GROUP_NAME.test(`${text}a`)) return NOTHING;
  const rows = await groups.list({ prefix: text, after: '', limit: MOST + 1 });
  return { rows: rows.slice(0, MOST), more: rows.length > MOST };
}
