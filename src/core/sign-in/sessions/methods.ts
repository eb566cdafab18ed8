// How people prove who they are, as tokens say it (`amr`, RFC 8176).

/** Signing up and resetting include typing the password. */
export const METHODS = ['pwd'];
export const METHODS_WITH_CODE = [...METHODS, 'otp', 'mfa'];
export const METHODS_OF_PASSKEY = ['pop', 'user', 'mfa'];

export const showsCode = (amr: readonly string[]): boolean => amr.includes('otp');
export const showsPasskey = (amr: readonly string[]): boolean => amr.includes('pop');
