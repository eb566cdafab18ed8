/** Headers of every response that contains or is about a token (RFC 6749 5.1, RFC 7662 2.2). */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };
