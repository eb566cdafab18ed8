// All people of a test come from one address, and more of them sign up than a stranger's address may (contract 10).
// Where that limit is the point, a test gives a server its own.
export const ONE_ADDRESS = {
  LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
  LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
} as const;
