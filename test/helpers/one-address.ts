// All people of a test come from one address, and more of them sign up, or request mail, than one address may (contract 10). Tests of
// that limit give the server their own.
export const ONE_ADDRESS = {
  LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
  LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
  LATCHKEY_MAILS_PER_ADDRESS: '100000',
  LATCHKEY_MAILS_PER_NETWORK: '100000',
} as const;
