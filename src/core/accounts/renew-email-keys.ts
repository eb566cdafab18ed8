// Keys of addresses that were made before compatible letters (`ſ`, `ı`, full-width ones) counted as their ordinary
// ones: made anew at the start, oldest account first. Each is one conditional update, so it may stop anywhere, run in
// several processes, and meet rows that a program of the version before still writes; the next start finds what is
// left.
import type { Ports } from '../ports.ts';
import type { Account } from './account.ts';
import { readEmailAddress } from './email.ts';

type Deps = Pick<Ports, 'accounts'>;
type Keyed = Pick<Account, 'id' | 'email' | 'emailKey'>;

const PAGE = 500;

export async function renewEmailKeys({ accounts }: Deps): Promise<void> {
  for await (const { account, emailKey } of withOldKey({ accounts })) {
    // Where another account has the new key, this one keeps its old one.
    await accounts.renewEmailKey({ id: account.id, from: account.emailKey, to: emailKey });
  }
}

/** Addresses that are a spelling of another account's; their accounts work by exactly that spelling. */
export async function findCollidingAddresses({ accounts }: Deps): Promise<string[]> {
  const found: string[] = [];
  for await (const { account, emailKey } of withOldKey({ accounts })) {
    if (await accounts.findByEmailKey(emailKey)) found.push(account.email);
  }
  return found;
}

/** Keys in ASCII are the same in both ways, so only the others are looked at. */
async function* withOldKey({ accounts }: Deps): AsyncGenerator<{ account: Keyed; emailKey: string }> {
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
