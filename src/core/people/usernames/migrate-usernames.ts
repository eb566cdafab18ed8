// Migrates names from before they were unique (contract 2, "Username"). The first start after the upgrade keeps or
// drops each: it first records every name, to find the ones that several people had, and then settles each. Any number
// of processes may do this at once, and another run continues where one died. Whatever assigns names runs this first.
import type { Ports } from '../ports.ts';
import { comparedForm, isReserved, readUsername } from './username.ts';
import { findUsernameKey, type UsernameKey } from './username-key.ts';
import type { FormerName } from './username-store.ts';

type Deps = Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules'>;

/** `isFirst`: this call created the username key, so no name was ever unique in this database. */
export type MigratedUsernames = { kept: number; dropped: number; isFirst: boolean };

/** Costs two reads when there is nothing to do. @throws Unavailable */
export async function migrateUsernames(deps: Deps): Promise<MigratedUsernames> {
  const key = await findUsernameKey(deps);
  for await (const page of pagesOf(deps)) {
    const kept = page.filter(({ name }) => comparedForm(name) !== '');
    const keyed = kept.map((former) => ({ ...former, nameKey: key.keyOf(former.name).nameKey }));
    await deps.usernames.reserveFormer(keyed, deps.clock.now());
  }
  let [kept, dropped] = [0, 0];
  for await (const page of pagesOf(deps)) {
    const settled = await deps.usernames.settleFormer(
      page.map((former) => ({ ...former, kept: keepableName(former, key, deps) })),
      deps.clock.now(),
    );
    kept += settled.kept;
    dropped += settled.dropped;
  }
  return { kept, dropped, isFirst: key.isNew };
}

function keepableName({ name: written }: FormerName, key: UsernameKey, { rules }: Deps) {
  const name = readUsername(written);
  if (name === undefined || isReserved(name, rules)) return undefined;
  return { name, nameKey: key.keyOf(name).nameKey };
}

const PAGE = 500;

/** In pages, so that a million names are never in memory at once. */
async function* pagesOf({ usernames }: Pick<Ports, 'usernames'>): AsyncGenerator<FormerName[]> {
  let afterId: string | undefined;
  do {
    const page = await usernames.listFormer({ afterId, limit: PAGE });
    if (page.length > 0) yield page;
    afterId = page.length === PAGE ? page.at(-1)?.accountId : undefined;
  } while (afterId !== undefined);
}
