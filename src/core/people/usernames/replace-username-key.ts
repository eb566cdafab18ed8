// An operator starts with a new secret because the old one is lost or leaked (`keys rotate --new-secret`). When no
// given secret decrypts the username key, another key takes its place: the names that accounts have now are recorded
// under it and stay theirs. Which other names were once taken is then unknown.
import type { Ports } from '../ports.ts';
import { findUsernameKey, rewrapUsernameKey, sealNew, USERNAME_KEY } from './username-key.ts';

const PAGE = 500;

/**
 * `kept`: nothing was lost · `replaced`: names of the past are free again · `none`: there was no key yet. May be
 * repeated; a run that died halfway is simply run again. From the first statement on, nobody takes a name by the old
 * key.
 */
export async function replaceUsernameKey(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock'>,
): Promise<'kept' | 'replaced' | 'none'> {
  const known = await deps.sealedValues.find(USERNAME_KEY);
  if (!known) return 'none';
  await rewrapUsernameKey(deps);
  const isLost = deps.secrets.open(USERNAME_KEY, USERNAME_KEY, known.sealed) === undefined;
  if (isLost) await deps.sealedValues.reseal(USERNAME_KEY, known.sealed, sealNew(deps));
  const key = await findUsernameKey(deps);
  let afterId: string | undefined;
  do {
    const page = await deps.usernames.listNamed({ afterId, limit: PAGE });
    const keyed = page.map(({ accountId, name }) => ({ accountId, nameKey: key.keyOf(name).nameKey }));
    if (keyed.length > 0) await deps.usernames.restore(keyed, deps.clock.now());
    afterId = page.length === PAGE ? page.at(-1)?.accountId : undefined;
  } while (afterId !== undefined);
  return isLost ? 'replaced' : 'kept';
}
