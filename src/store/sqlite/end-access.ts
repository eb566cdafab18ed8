// Statements that end what gives access to an account, for the intents of every store that ends it.

/** Takes `accountId`. */
export const END_API_TOKENS = 'delete from api_tokens where account_id = $accountId';
/** Takes `accountId`. */
export const END_LINKS = 'delete from one_time_links where account_id = $accountId';
