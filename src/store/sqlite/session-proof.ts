// ../nouns/session-proof.ts, for the stores that stand in this folder.
import type { Database as Connection } from 'better-sqlite3';
import type { SessionProof } from '../../core/sessions/session-proof.ts';
import * as nouns from '../nouns/session-proof.ts';
import { driveOn } from './drive.ts';

export type RequireProof = (proof: SessionProof | undefined) => void;
export const prepareRequireProof =
  (connection: Connection): RequireProof =>
  (proof) =>
    driveOn(connection)(nouns.requireProof(proof));
