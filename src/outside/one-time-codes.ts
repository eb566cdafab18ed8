// One-time codes (RFC 6238) with otpauth: ours, and those of imported accounts, which may have another hash or length.
import { Secret, TOTP } from 'otpauth';
import { type CodeGenerator, OWN_CODE_KIND } from '../core/sign-in/factors/one-time-code.ts';

/** Steps before and after the current one whose code is accepted, for clocks that are not exact. */
const WINDOW = 1;

const secretOf = (secret: Buffer): Secret => new Secret({ buffer: Uint8Array.from(secret).buffer });

/**
 * A colon parts service and account in the label of the URI, and some apps refuse one with more of them, also where it
 * is escaped (Google Authenticator's key URI format: neither may contain one).
 */
const withoutColon = (text: string): string => text.replaceAll(/\s*:\s*/g, ' ').trim();

export const createCodeGenerator = (): CodeGenerator => ({
  secretText: (secret) => secretOf(secret).base32,
  enrolmentUri: (secret, { serviceName, email }) =>
    new TOTP({
      ...OWN_CODE_KIND,
      issuer: withoutColon(serviceName),
      label: withoutColon(email),
      secret: secretOf(secret),
    }).toString(),
  findStep(secret, code, now, { algorithm, digits, period } = OWN_CODE_KIND) {
    // otpauth throws at six characters that are more than six bytes.
    if (!/^\d+$/.test(code) || code.length !== digits) return undefined;
    const totp = new TOTP({ algorithm, digits, period, secret: secretOf(secret) });
    const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
    return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
  },
});
