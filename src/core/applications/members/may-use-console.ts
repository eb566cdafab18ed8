// Who may use the console: owners, support, operators, and members of any application.

import type { PersonalCaller } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';

/** Queries the database for plain users only. */
export async function mayUseConsole(deps: Pick<Ports, 'applications'>, caller: PersonalCaller): Promise<boolean> {
  if (caller.role !== 'user') return true;
  const some = await deps.applications.list({
    accountId: caller.accountId,
    owned: false,
    afterId: undefined,
    limit: 1,
  });
  return some.length > 0;
}
