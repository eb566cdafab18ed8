// ../nouns/follows-policy.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/follows-policy.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

export const prepareFollowsPolicy =
  (connection: Sqlite['writer']['connection']) =>
  (revision: number): boolean =>
    driveOn(connection)(nouns.followsPolicy(revision));
