// The people connected to an application, as its owner sees them: by the `sub` they have there, and by nothing else.

import type { ConsentItemName } from '../../ground/consent-items.ts';
import { newId } from '../../ground/secrets.ts';
import type { EndedBy } from '../application-events/application-event.ts';
import type { Application } from '../applications/application.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPlace } from './connection-store.ts';
import { agreedItems } from './named-items.ts';

type Deps = Pick<Ports, 'applications' | 'members' | 'connections' | 'clock'>;
type EndingDeps = Deps & Pick<Ports, 'publish'>;
type Target = { caller: Caller; applicationId: string };

/** `items`: the items that are agreed and registered right now. */
export type ConnectedUser = Pick<Connection, 'sub' | 'createdAt' | 'lastUsedAt'> & { items: ConsentItemName[] };

/**
 * In order of creation; undefined when the application does not exist or is not the caller's.
 * @returns `next`: the place of the last one, for `after`; undefined: there are no others. It has the account's id,
 *   which owners must not learn
 */
export async function listConnections(
  deps: Deps,
  input: Target & { after: string | undefined; limit: number },
): Promise<{ users: ConnectedUser[]; next: string | undefined } | undefined> {
  const { caller, applicationId, limit } = input;
  const application = await findApplication(deps, { caller, id: applicationId });
  if (!application) return undefined;
  const after = input.after === undefined ? undefined : readPlace(input.after);
  const found = await deps.connections.listByApplication({ applicationId, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    users: page.map((connection) => toConnectedUser(application, connection)),
    next: last && `${last.createdAt}.${last.accountId}`,
  };
}

function readPlace(text: string): ConnectionPlace {
  const [createdAt, accountId = ''] = text.split('.');
  return { createdAt: Number(createdAt), accountId };
}

/** Undefined also when nobody is connected under this `sub`. */
export async function findConnection(deps: Deps, input: Target & { sub: string }): Promise<ConnectedUser | undefined> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId });
  const connection = application && (await deps.connections.findBySub(application.id, input.sub));
  return application && connection && toConnectedUser(application, connection);
}

/**
 * Ends the user's connection: every code and token under it is invalid at once.
 * @returns false when the connection does not exist or is not the caller's
 * @throws ConfirmationNeeded
 */
export async function endConnection(deps: EndingDeps, input: Target & { sub: string }): Promise<boolean> {
  const { caller, applicationId, sub } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'change' });
  const connection = application && (await deps.connections.findBySub(applicationId, sub));
  if (!connection) return false;
  const by = endedBy(caller, application);
  const ended = await deps.connections.unlink(applicationId, connection.accountId, deps.clock.now(), by, caller.proof);
  if (ended) deps.publish({ kind: 'application-events-due' });
  return ended;
}

/**
 * Ends every connection at once, however many there are. False: the application does not exist or is not the caller's.
 * @throws AccountInDoubt
 */
export async function endAllConnections(deps: EndingDeps, input: Target): Promise<boolean> {
  const { caller, applicationId } = input;
  const application = await findApplication(deps, { caller, id: applicationId, need: 'own' });
  if (!application) return false;
  const by = endedBy(caller, application);
  const act = newId(deps.clock);
  const ended = await deps.connections.unlinkAll(applicationId, deps.clock.now(), by, act, caller.accountId);
  if (ended) deps.publish({ kind: 'application-events-due' });
  return ended;
}

/** Who acts, as the application's event says it: `application` is a program with an API token. */
function endedBy({ accountId, role, tokenId }: Caller, { ownerId }: Application): EndedBy {
  if (role === 'machine' || (role === 'operator' && accountId !== ownerId)) return 'operator';
  return tokenId === undefined ? 'owner' : 'application';
}

const toConnectedUser = (application: Application, connection: Connection): ConnectedUser => {
  const { sub, createdAt, lastUsedAt, answers } = connection;
  const registered = application.consentItems;
  return {
    sub,
    createdAt,
    lastUsedAt,
    items: agreedItems(
      registered.map(({ item }) => item),
      registered,
      answers,
    ),
  };
};
