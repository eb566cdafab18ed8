// Every way in which an operator stops being one who is enabled (contract 29), for races in one process and in several.
import { ActRefused, type AuthorizedAct } from '../../../src/core/ground/acts/acting.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { HOUR, NOW } from './given.ts';

export const WAYS = ['disable', 'demote', 'delete', 'leave', 'leave-at-once', 'delete-again'] as const;

export type StoppingOperator = {
  way: (typeof WAYS)[number];
  id: string;
  /** Of a session of theirs that has confirmed who they are. */
  proof: { sessionId: string; authenticatedSince: number };
  /** Who demotes them; absent: a command. */
  by?: AuthorizedAct;
};

/** False: they are the last, or nobody may. */
export async function stopBeingOperator(
  { accounts, leaving }: Pick<Stores, 'accounts' | 'leaving'>,
  { way, id, proof, by }: StoppingOperator,
): Promise<boolean> {
  const leave = async (until: number | undefined) =>
    (await leaving.leave({ accountId: id, until, proof, mail: undefined, now: NOW })) === 'done';
  const stop = {
    disable: () => accounts.setDisabled(id, true, NOW),
    demote: () => accounts.setRole(id, 'user', NOW, undefined, by),
    delete: async () => (await accounts.remove(id, NOW)) === true,
    leave: () => leave(NOW + HOUR),
    'leave-at-once': () => leave(undefined),
    'delete-again': async () => (await leaving.deleteAgain([{ id, deletedAt: NOW }], NOW)).count === 1,
  };
  try {
    return await stop[way]();
  } catch (error) {
    if (error instanceof ActRefused) return false;
    throw error;
  }
}
