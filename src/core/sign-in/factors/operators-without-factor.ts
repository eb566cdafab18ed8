// Which operators have no second factor, for `latchkey doctor`.
import type { Stores } from '../ports.ts';
import { hasFactor } from './has-factor.ts';

const PAGE = 200;

/**
 * @param passkeyRpId undefined: passkeys are not offered, so they count as none
 * @returns the addresses of those that are not disabled, in order of creation
 */
export async function operatorsWithoutFactor(
  stores: Pick<Stores, 'accounts' | 'factors' | 'passkeys'>,
  passkeyRpId: string | undefined,
): Promise<readonly string[]> {
  const deps = { ...stores, rules: { passkeyRpId } };
  const without: string[] = [];
  let afterId: string | undefined;
  do {
    const filter = { role: 'operator', disabled: false } as const;
    const page = await stores.accounts.list({ afterId, limit: PAGE, filter });
    for (const { id, email } of page) if (!(await hasFactor(deps, id))) without.push(email);
    afterId = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (afterId !== undefined);
  return without;
}
