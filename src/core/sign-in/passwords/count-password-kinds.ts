// Counts the kinds of stored password hashes, for decoys. After an import, and then every hour, because hashes become
// Argon2id one sign-in after the other.
import type { Ports } from '../ports.ts';
import { readStoredHash } from './stored-hash.ts';

const PAGE = 500;

/**
 * Costs one look where no account was imported.
 * @param isStopped whether to give up, without a result
 * @throws Unavailable
 */
export async function countPasswordKinds(
  { passwordKinds }: Pick<Ports, 'passwordKinds'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const counts = new Map<string, number>();
  let afterId: string | undefined = (await passwordKinds.hasImported()) ? '' : undefined;
  while (afterId !== undefined) {
    if (isStopped()) return;
    const page: Awaited<ReturnType<typeof passwordKinds.listHashes>> = await passwordKinds.listHashes({
      afterId,
      limit: PAGE,
    });
    for (const { passwordHash } of page) {
      const kind = passwordHash === undefined ? undefined : readStoredHash(passwordHash)?.kind;
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    afterId = page.length === PAGE ? page.at(-1)?.id : undefined;
  }
  await passwordKinds.replace([...counts].map(([kind, accounts]) => ({ kind, accounts })));
}
