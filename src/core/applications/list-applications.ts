// The applications that a caller may see, in order of creation, in pages (contract 3).
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';
import type { Caller } from './find-application.ts';

/** @returns at most `limit` applications created after `afterId`, and whether there are more */
export async function listApplications(
  deps: Pick<Ports, 'applications'>,
  input: { caller: Caller; afterId: string | undefined; limit: number },
): Promise<{ applications: Application[]; more: boolean }> {
  const { caller, afterId, limit } = input;
  const accountId = caller.role === 'operator' ? undefined : caller.accountId;
  const found = await deps.applications.list({ accountId, owned: caller.role !== 'user', afterId, limit: limit + 1 });
  return { applications: found.slice(0, limit), more: found.length > limit };
}
