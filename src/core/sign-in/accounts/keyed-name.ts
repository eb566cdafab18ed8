// A username as statements take it (contract 2, "Username").

/**
 * A hashed name, and the encrypted key that hashed it. The statement that takes the name checks that the database still
 * has this key.
 */
export type KeyedName = { nameKey: Buffer; sealedKey: Buffer };
