// Renews the keys of addresses from before compatibility letters (`ſ`, `ı`, full-width ones) counted as ordinary ones:
// at the start, oldest account first. Each renewal is one conditional update, so it may stop anywhere, run in several
// processes, and meet rows that the previous version still writes. The next start finds what is left.

import type { Account } from '../../ground/accounts/account.ts';
import { isPlain, readEmailAddress } from '../../ground/accounts/email.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'accounts'>;
type Keyed = Pick<Account, 'id' | 'email' | 'emailKey'>;

const PAGE = 500;

export async function renewEmailKeys({ accounts }: Deps): Promise<void> {
  for await (const { account, emailKey } of withOutdatedKey({ accounts })) {
    // An account keeps its old key when another one has the new key.
    await accounts.renewEmailKey({ id: account.id, from: account.emailKey, to: emailKey });
  }
}

/**
 * Addresses that are another spelling of a different account's address. Their accounts work only with exactly that
 * spelling.
 */
export async function findCollidingAddresses({ accounts }: Deps): Promise<string[]> {
  const found: string[] = [];
  for await (const { account, emailKey } of withOutdatedKey({ accounts })) {
    if (await accounts.findByEmailKey(emailKey)) found.push(account.email);
  }
  return found;
}

/**
 * Addresses with letters that count as others, which are no longer accepted. Their accounts keep working, and keep
 * whoever has the plain spelling from having one.
 */
export async function findUnplainAddresses({ accounts }: Deps): Promise<string[]> {
  const found: string[] = [];
  for (let afterId = ''; ; ) {
    const page = await accounts.listAddressesBeyondAscii({ afterId, limit: PAGE });
    for (const { email } of page) {
      const address = readEmailAddress(email);
      if (address && !isPlain(address)) found.push(email);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return found;
    afterId = last.id;
  }
}

/** Keys in ASCII are the same before and after, so only the others are read. */
async function* withOutdatedKey({ accounts }: Deps): AsyncGenerator<{ account: Keyed; emailKey: string }> {
  for (let afterId = ''; ; ) {
    const page = await accounts.listKeysBeyondAscii({ afterId, limit: PAGE });
    for (const account of page) {
      const emailKey = readEmailAddress(account.email)?.emailKey;
      if (emailKey !== undefined && emailKey !== account.emailKey) yield { account, emailKey };
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    afterId = last.id;
  }
}
