// ../nouns/end-sessions.ts, for the stores that stand in this folder.
import { count } from '../intent.ts';
import * as nouns from '../nouns/end-sessions.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

const SOME = nouns.endSessions(
  'account_id = $accountId and id is distinct from $exceptId and ($onlyId is null or id = $onlyId)',
);
type Ended = { accountId: string; onlyId?: string | undefined; exceptId?: string | undefined; now: number };
export const prepareEndSessions =
  (connection: Sqlite['writer']['connection']) =>
  (ended: Ended): number =>
    driveOn(connection)(count(SOME, { onlyId: undefined, exceptId: undefined, ...ended }));
