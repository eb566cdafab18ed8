// `latchkey applications list`: every application, or those of one owner, in order of creation.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import type { Application } from '../../core/applications/application.ts';
import type { Caller } from '../../core/applications/find-application.ts';
import { listApplications } from '../../core/applications/list-applications.ts';
import type { Ports } from '../../core/ports.ts';
import { applicationDocument } from '../../documents/application-document.ts';
import type { Answer, CommandContext } from '../command.ts';
import { OPERATOR } from '../operator-caller.ts';
import { requireAccount } from '../require-found.ts';
import { textTable } from '../text-table.ts';
import { withPorts } from '../with-ports.ts';

const PAGE = 100;

export function run(context: CommandContext): Promise<Answer> {
  const email = context.flags.optional('email');
  return withPorts(context, async (ports) => {
    const applications = await readAll(ports, await callerOf(ports, email));
    const rows = applications.map(({ id, name, loginActivation, platforms }) => [
      id,
      name,
      loginActivation ? 'ON' : 'OFF',
      platforms.map(({ platform }) => platform).join(' '),
    ]);
    return {
      json: applications.map((application) => applicationDocument(application, ports.issuer)),
      text: textTable(['ID', 'NAME', 'LOGIN', 'PLATFORMS'], rows),
    };
  });
}

/** Seen as the account would see them as an owner: its own, whatever its role. */
async function callerOf(ports: Ports, email: string | undefined): Promise<Caller> {
  if (email === undefined) return OPERATOR;
  return { accountId: requireAccount(await findAccount(ports, email), email).id, role: 'owner' };
}

async function readAll(ports: Ports, caller: Caller): Promise<Application[]> {
  const all: Application[] = [];
  for (let more = true; more; ) {
    const page = await listApplications(ports, { caller, afterId: all.at(-1)?.id, limit: PAGE });
    all.push(...page.applications);
    more = page.more;
  }
  return all;
}
