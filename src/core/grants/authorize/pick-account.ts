// Picks the account that an authorization request is about from those signed in on the device.
import type { Connection } from '../../applications/connections/connection.ts';
import { noteUse } from '../../sign-in/sessions/read-session.ts';
import type { DeviceAccounts, SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

export type PickedAccount = {
  /** Undefined: nobody is signed in, none of several accounts is chosen, or none is a user that the request names. */
  signedIn: SignedIn | undefined;
  /** Of that account with the application, even if it has ended. */
  connection: Connection | undefined;
};

/**
 * The account that the request names (`id_token_hint`, or `claims` with `sub`), whether it is the current one or not.
 * Without a name, the current one.
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
