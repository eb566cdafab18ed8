// Encrypts the secrets of one-time codes with the current secret of the server, after it was changed (`keys rewrap`).
import type { Ports } from '../ports.ts';

const BATCH_SIZE = 500;

/**
 * May be repeated, and run beside anything.
 * @returns how many it encrypted; `locked`: how many no secret decrypts
 * @throws Unavailable
 */
export async function rewrapCodes({
  factors,
  secrets,
}: Pick<Ports, 'factors' | 'secrets'>): Promise<{ rewrapped: number; locked: number }> {
  let [afterId, rewrapped, locked] = ['', 0, 0];
  for (;;) {
    const page = await factors.listSecrets({ afterId, limit: BATCH_SIZE });
    for (const { accountId, sealedSecret } of page) {
      const opened = secrets.open('one-time-codes', accountId, sealedSecret);
      if (!opened) locked += 1;
      else if (!opened.isCurrent) {
        const sealed = secrets.seal('one-time-codes', accountId, opened.plain);
        if (await factors.reseal(accountId, sealedSecret, sealed)) rewrapped += 1;
      }
    }
    const last = page.at(-1);
    if (!last || page.length < BATCH_SIZE) return { rewrapped, locked };
    afterId = last.accountId;
  }
}
