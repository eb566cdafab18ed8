// The hash that is checked for an address without an account or without a password. Imported accounts have hashes that
// take another time than ours, so a decoy of one kind would tell which addresses they are. An address always gets the
// same kind, and all of them together get the kinds in the proportion in which they are stored (contract 30).
import type { Ports } from '../ports.ts';
import { decoyOfKind } from './stored-hash.ts';

/** @returns undefined: an ordinary decoy, because no other kinds are stored */
export async function pickDecoy(
  { passwordKinds, secrets }: Pick<Ports, 'passwordKinds' | 'secrets'>,
  emailKey: string,
): Promise<string | undefined> {
  const counts = await passwordKinds.list();
  const total = counts.reduce((sum, { accounts }) => sum + accounts, 0);
  // 48 bits, which a number holds exactly.
  let left = (secrets.mac('decoy', emailKey).readUIntBE(0, 6) / 2 ** 48) * total;
  for (const { kind, accounts } of counts) {
    left -= accounts;
    if (left < 0) return decoyOfKind(kind);
  }
  return undefined;
}
