// Whether anybody has an account here yet. A server that nobody has set up says so, until there is the first account,
// by whatever way (contract 4 "Pages").
import type { Ports } from '../ports.ts';

/** Those with accounts: a server does not become new again. */
const known = new WeakSet<Ports['accounts']>();

export async function isSetUp({ accounts }: Pick<Ports, 'accounts'>): Promise<boolean> {
  if (known.has(accounts)) return true;
  const [one] = await accounts.list({ limit: 1 });
  if (one) known.add(accounts);
  return one !== undefined;
}
