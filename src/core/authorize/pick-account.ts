// Which of the accounts signed in on a device an authorization request is about.
import type { Connection } from '../consent/connection.ts';
import type { Ports } from '../ports.ts';
import { noteUse } from '../sessions/read-session.ts';
import type { DeviceAccounts, SignedIn } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

export type PickedAccount = {
  /** Undefined: nobody, nobody chosen among several, or nobody that the request may be about. */
  signedIn: SignedIn | undefined;
  /** Theirs with the application, also when it was ended. */
  connection: Connection | undefined;
};

/**
 * The person the request names (`id_token_hint`, `claims` with `sub`), be they current or not; else the current one.
 */
export async function pickAccount(
  deps: Pick<Ports, 'connections' | 'sessions' | 'clock' | 'rules'>,
  request: AuthorizationRequest,
  device: DeviceAccounts,
): Promise<PickedAccount> {
  const connectionOf = ({ account }: SignedIn) => deps.connections.find(request.application.id, account.id);
  const { current } = device;
  const { subjects } = request;
  if (!subjects) return { signedIn: current, connection: current && (await connectionOf(current)) };

  const connections = await Promise.all(device.all.map(connectionOf));
  const index = connections.findIndex((connection) => connection && subjects.includes(connection.sub));
  const named = device.all[index];
  if (!named) return { signedIn: undefined, connection: undefined };
  const signedIn = named === current ? named : await noteUse(deps, named);
  return { signedIn, connection: connections[index] };
}
