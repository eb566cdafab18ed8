// ../nouns/first-passkey.ts, for the stores that stand in this folder.
import type { Passkey } from '../../core/passkeys/passkey.ts';
import type { AnsweredChallenge } from '../../core/passkeys/passkey-use.ts';
import * as nouns from '../nouns/first-passkey.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const answerChallenge = (run: Run, challenge: AnsweredChallenge) =>
  driveIn(run, nouns.answerChallenge(challenge));
export const insertPasskey = (run: Run, passkey: Passkey) => driveIn(run, nouns.insertPasskey(passkey));
