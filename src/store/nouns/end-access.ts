// Statements that end what gives access to an account, for the intents of every store that ends it. Each takes
// `accountId`.
import { statement } from '../statement.ts';

export const END_API_TOKENS = statement('delete from api_tokens where account_id = $accountId');
export const END_LINKS = statement('delete from one_time_links where account_id = $accountId');
