// Who has something to do in the console: owners and operators, and members of somebody's application.
import type { Ports } from '../ports.ts';
import type { Caller } from './find-application.ts';

/** Asks the database for plain users only. */
export async function mayUseConsole(deps: Pick<Ports, 'applications'>, caller: Caller): Promise<boolean> {
  if (caller.role !== 'user') return true;
  const some = await deps.applications.list({
    accountId: caller.accountId,
    owned: false,
    afterId: undefined,
    limit: 1,
  });
  return some.length > 0;
}
