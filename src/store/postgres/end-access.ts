// Statements that end what gives access to an account, for the intents of every store that ends it.
import { endSessions } from './end-sessions.ts';
import { statement } from './statement.ts';

/** Takes `accountId`, `keepSessionId` (null: no session is kept) and `now`. */
export const END_SESSIONS = statement(endSessions('account_id = $accountId and id is distinct from $keepSessionId'));
/** Takes `accountId`. */
export const END_API_TOKENS = statement('delete from api_tokens where account_id = $accountId');
/** Takes `accountId`. */
export const END_LINKS = statement('delete from one_time_links where account_id = $accountId');
