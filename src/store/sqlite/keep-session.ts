// ../nouns/keep-session.ts, for the stores that stand in this folder.
import type { KeptSession } from '../../core/sessions/session-store.ts';
import * as nouns from '../nouns/keep-session.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

type KeepInput = { accountId: string; fromEpoch: number; keep: KeptSession; endGrants: boolean };
export const prepareKeepSession =
  (connection: Sqlite['writer']['connection']) =>
  (input: KeepInput): boolean =>
    driveOn(connection)(nouns.keepSession(input));
