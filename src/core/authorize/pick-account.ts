// Which of the accounts signed in on a device an authorization request is about.
import type { Connection } from '../consent/connection.ts';
import type { Ports } from '../ports.ts';
import type { DeviceAccounts, SignedIn } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

export type PickedAccount = {
  /** Undefined: nobody, or nobody that the request may be about. */
  signedIn: SignedIn | undefined;
  connection: Connection | undefined;
  /** The request names a person (`id_token_hint`, `claims` with `sub`) who is not signed in here. */
  somebodyElse: boolean;
};

/** The person the request names, whatever account the device shows first; else the one it shows first. */
export async function pickAccount(
  deps: Pick<Ports, 'connections'>,
  request: AuthorizationRequest,
  device: DeviceAccounts,
): Promise<PickedAccount> {
  const connectionOf = ({ account }: SignedIn) => deps.connections.find(request.application.id, account.id);
  const { subjects } = request;
  if (subjects) {
    for (const signedIn of device.all) {
      const connection = await connectionOf(signedIn);
      if (connection && subjects.includes(connection.sub)) return { signedIn, connection, somebodyElse: false };
    }
  }
  const signedIn = device.current;
  return { signedIn, connection: signedIn && (await connectionOf(signedIn)), somebodyElse: subjects !== undefined };
}
