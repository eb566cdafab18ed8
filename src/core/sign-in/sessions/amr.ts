// How people prove who they are, as tokens say it (`amr`, RFC 8176).

/** Signing up and resetting include typing the password. */
export const AMR_PASSWORD = ['pwd'];
export const AMR_PASSWORD_AND_CODE = [...AMR_PASSWORD, 'otp', 'mfa'];
export const AMR_PASSKEY = ['pop', 'user', 'mfa'];

export const showsCode = (amr: readonly string[]): boolean => amr.includes('otp');
export const showsPasskey = (amr: readonly string[]): boolean => amr.includes('pop');
