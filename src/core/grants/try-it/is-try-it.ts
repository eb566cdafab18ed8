// Whether an authorization request is a run that the console started for the person who sends it (contract 4). Every
// step asks again, so a run ends when its member leaves the team, signs out or switches to another account.
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ApplicationByKey } from '../../applications/applications/application.ts';
import { findApplication } from '../../applications/applications/find-application.ts';
import { readRun, TRY_IT, tryItRedirectUri } from '../../applications/try-it/run.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { Ports } from '../ports.ts';

/**
 * The request must lead to the console's callback, carry the run's API key and code challenge, and come from the
 * session that started the run.
 */
export async function isTryIt(
  deps: Pick<Ports, 'applications' | 'members' | 'secrets' | 'clock' | 'issuer'>,
  input: { parameters: Parameters; found: ApplicationByKey; signedIn: SignedIn | undefined },
): Promise<boolean> {
  const { parameters, signedIn } = input;
  const { application, platform } = input.found;
  const grant = parameters.get(TRY_IT);
  if (grant === undefined || !signedIn) return false;
  if ([TRY_IT, 'redirect_uri', 'code_challenge'].some((name) => parameters.isDoubled(name))) return false;
  const of = { sessionId: signedIn.session.id, applicationId: application.id };
  const run = readRun(deps.secrets, of, { grant, now: deps.clock.now() });
  if (run?.apiKey !== platform.apiKey || run.codeChallenge !== parameters.get('code_challenge')) return false;
  if (parameters.get('redirect_uri') !== tryItRedirectUri(deps.issuer, application.id)) return false;
  const { id: accountId, role } = signedIn.account;
  return (await findApplication(deps, { caller: { accountId, role }, id: application.id })) !== undefined;
}
