// Deletes accounts again that an older backup brought back (contract 27). The list is what the server logged, or the
// rows of `deleted_accounts` as PostgreSQL copies them.
import { ID } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { DeletedAccount, DeletedAgain } from './leaving-store.ts';

/** The audit names the ids of each batch in one entry. */
const BATCH = 20;
const ROW = /^([0-9a-f]{32})(?:\t(\d{1,16}))?(?:\t|$)/;

/** Undefined: the line names no deleted account, such as most lines of a log. */
export function readDeletion(line: string, now: number): DeletedAccount | undefined {
  const [, rowId, rowTime] = ROW.exec(line) ?? [];
  if (rowId !== undefined) return { id: rowId, deletedAt: rowTime === undefined ? now : Number(rowTime) };
  if (!line.includes('"account-deleted"')) return undefined;
  const { event, account, at } = parsed(line);
  const isDeletion = event === 'account-deleted' && typeof account === 'string' && ID.test(account);
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return isDeletion ? { id: account, deletedAt: Number.isNaN(time) ? now : time } : undefined;
}

/** Lines of other programs may stand between those of the server. */
function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(line.slice(line.indexOf('{'))) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * @returns how many lines named a deleted account, how many accounts existed and were deleted, and who was not, as the
 *   last enabled operator
 */
export async function deleteAgain(
  { leaving, clock, publish }: Pick<Ports, 'leaving' | 'clock' | 'publish'>,
  lines: AsyncIterable<string>,
): Promise<DeletedAgain & { listed: number }> {
  const told: DeletedAgain & { listed: number } = { listed: 0, count: 0, keptOperator: undefined };
  let batch = new Map<string, DeletedAccount>();
  const flush = async (): Promise<void> => {
    told.listed += batch.size;
    const { count, keptOperator } = await leaving.deleteAgain([...batch.values()], clock.now());
    told.count += count;
    told.keptOperator ??= keptOperator;
    batch = new Map();
  };
  for await (const line of lines) {
    const entry = readDeletion(line, clock.now());
    if (entry) batch.set(entry.id, entry);
    if (batch.size === BATCH) await flush();
  }
  if (batch.size > 0) await flush();
  if (told.count > 0) publish({ kind: 'application-events-due' });
  return told;
}
