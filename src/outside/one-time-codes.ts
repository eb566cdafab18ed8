// One-time codes (RFC 6238) with otpauth: SHA-1, six digits, thirty seconds, which every authenticator app knows.
import { Secret, TOTP } from 'otpauth';
import type { CodeGenerator } from '../core/factors/one-time-code.ts';

const KIND = { algorithm: 'SHA1', digits: 6, period: 30 };

const CODE = /^\d{6}$/;

/** Steps before and after the current one whose code is accepted, for clocks that are not exact. */
const WINDOW = 1;

const secretOf = (secret: Buffer): Secret => new Secret({ buffer: Uint8Array.from(secret).buffer });

export const createCodeGenerator = (): CodeGenerator => ({
  secretText: (secret) => secretOf(secret).base32,
  enrolmentUri: (secret, { serviceName, email }) =>
    new TOTP({ ...KIND, issuer: serviceName, label: email, secret: secretOf(secret) }).toString(),
  findStep(secret, code, now) {
    // otpauth throws at six characters that are more than six bytes.
    if (!CODE.test(code)) return undefined;
    const totp = new TOTP({ ...KIND, secret: secretOf(secret) });
    const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
    return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
  },
});
