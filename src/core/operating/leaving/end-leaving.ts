// What the purge does about deleted accounts: it ends those whose time is over, forgets old proofs of agreements, and
// tells the log of every entry of the deletion list, whoever deleted the account.
import type { Ports } from '../ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An account may have hundreds of rows: a step ends few. */
const MAX_ACCOUNTS = 20;

/**
 * One step.
 * @param now by the clock of the purge, which a leap of the time does not lead astray
 * @param limit most rows of each kind
 * @returns how many rows it deleted
 */
export async function endLeaving(
  { leaving, rules, publish }: Pick<Ports, 'leaving' | 'rules' | 'publish'>,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const ended = await leaving.endDue({ now, limit: Math.min(limit, MAX_ACCOUNTS) });
  if (ended > 0) publish({ kind: 'application-events-due' });
  const forgotten = await leaving.removeKept({ endedBefore: now - rules.keptAgreementDays * DAY_MS, limit });
  // Told once the values are gone from the files, and before it is marked: after a crash in between, told twice.
  const listed = await leaving.listUnlogged(limit);
  const unlogged = listed.length > 0 && (await leaving.erase()) ? listed : [];
  for (const { id, deletedAt } of unlogged) publish({ kind: 'account-deleted', accountId: id, at: deletedAt });
  if (unlogged.length > 0) await leaving.markLogged(unlogged.map(({ id }) => id));
  // A full batch is followed at once by the next.
  return ended === MAX_ACCOUNTS ? limit : ended + forgotten;
}
