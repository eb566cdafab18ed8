// ../nouns/insert-account.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/insert-account.ts';
import { textForSqlite } from '../statement.ts';

export const INSERT_ACCOUNT = textForSqlite(nouns.INSERT_ACCOUNT.postgres);
