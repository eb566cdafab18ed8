// What a new factor was set up behind, inside the transaction that stores it. The account is locked, so that no sign-in
// renews the session meanwhile.
import { behind, type FactorAge } from '../../core/factors/factor-age.ts';
import type { SessionProof } from '../../core/sessions/session-proof.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

const FIND = statement('select factor_since from sessions where id = $sessionId');
const NOTE = statement('update sessions set factor_since = $now where id = $sessionId and factor_since is null');

/** Also notes that the session has shown the new factor: setting it up takes the factor. */
export async function setUpBehind(
  run: Run,
  { sessionId, addressProvenSince }: SessionProof,
  now: number,
): Promise<Pick<FactorAge, 'knownSince' | 'setUpBehind'>> {
  const [shown] = (await run<{ factorSince: number | undefined }>(FIND, { sessionId })).rows;
  await run(NOTE, { sessionId, now });
  return behind(shown?.factorSince, addressProvenSince !== undefined);
}
