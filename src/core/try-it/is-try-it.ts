// Whether an authorization request is a run that the console started for whoever sends it (contract 4): asked at every
// step, so that who is taken out of a team, signs out or changes the account ends the run.
import type { Parameters } from '../../protocol/parameters.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import { findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from '../sessions/session.ts';
import { readRun, TRY_IT, tryItRedirectUri } from './run.ts';

/** The console's callback and no other, with the key and the challenge of the run, in the session that started it. */
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
