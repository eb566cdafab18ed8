// `latchkey applications list`: lists every application, or those of one owner, in order of creation.

import type { Application } from '../../core/applications/applications/application.ts';
import type { Caller } from '../../core/applications/applications/find-application.ts';
import { listApplications } from '../../core/applications/applications/list-applications.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { findAccount } from '../../core/people/accounts/administer-accounts.ts';
import { applicationJson } from '../../json/application.ts';
import type { CommandContext } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { requireAccount } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';

const PAGE_SIZE = 100;

export function run(context: CommandContext): Promise<undefined> {
  const email = context.flags.optional('email');
  return withPorts(context, async (ports) => {
    const entries = entriesOf(ports, await callerOf(ports, email));
    return context.printList({ heading: ['ID', 'NAME', 'LOGIN', 'PLATFORMS'], entries });
  });
}

async function* entriesOf(ports: Ports, caller: Caller): AsyncGenerator<ListEntry> {
  for await (const application of readAll(ports, caller)) {
    const { id, name, loginActivation, platforms } = application;
    const words = platforms.map(({ platform }) => platform).join(' ');
    yield {
      json: applicationJson(application, ports.issuer),
      cells: [id, name, loginActivation ? 'ON' : 'OFF', words],
    };
  }
}

/** The account in the role of an owner, whatever its role: lists the applications it owns. */
async function callerOf(ports: Ports, email: string | undefined): Promise<Caller> {
  if (email === undefined) return OPERATOR;
  return { accountId: requireAccount(await findAccount(ports, email), email).id, role: 'owner' };
}

/** Reads one page at a time, so that the applications are never all in memory. */
async function* readAll(ports: Ports, caller: Caller): AsyncGenerator<Application> {
  let afterId: string | undefined;
  for (let more = true; more; ) {
    const page = await listApplications(ports, { caller, afterId, limit: PAGE_SIZE });
    yield* page.applications;
    afterId = page.applications.at(-1)?.id;
    more = page.more;
  }
}
