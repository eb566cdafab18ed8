// Whether an application in test mode (`audience` is `team`) is closed to somebody (contract 3).
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';

/** Queries the database only for applications in test mode. */
export async function isOutsider(
  deps: Pick<Ports, 'members'>,
  { id, audience }: Pick<Application, 'id' | 'audience'>,
  accountId: string,
): Promise<boolean> {
  return audience === 'team' && (await deps.members.roleOf(id, accountId)) === undefined;
}
