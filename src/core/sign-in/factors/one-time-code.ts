// One-time codes of an authenticator app (RFC 6238): what is stored of an account that has them, and the port that
// computes them.
import type { FactorAge } from './factor-age.ts';

/** How codes are made of the secret. Those of imported accounts may be another one than ours (contract 30). */
export type CodeKind = {
  algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  digits: 6 | 8;
  /** Length of a step in seconds. */
  period: number;
};

/** Ours, which every authenticator app knows (contract 24). */
export const OWN_CODE_KIND: CodeKind = { algorithm: 'SHA1', digits: 6, period: 30 };

export type OneTimeCodes = CodeKind &
  FactorAge & {
    accountId: string;
    /** Encrypted with the server's secret. */
    sealedSecret: Buffer;
    /** The last time step whose code was accepted. */
    lastStep: number;
    /** Tries since the last correct code. */
    triesInRow: number;
    /** Wrong codes of both kinds since the last correct one. */
    wrongInRow: number;
    /** When a code, also a recovery code, was last accepted. */
    lastUsedAt: number;
  };

/** After this many wrong codes in a row, only a recovery code is accepted (contract 24). */
export const MAX_TRIES_IN_ROW = 100;

/** The owner of the account hears of so many wrong codes in a row: whoever types them knows the password. */
export const WRONG_CODES_TOLD = 5;

export interface CodeGenerator {
  /** The text that a person types into their app instead of scanning the QR code. */
  secretText(secret: Buffer): string;
  /** The `otpauth:` URI in the QR code. */
  enrolmentUri(secret: Buffer, of: { serviceName: string; email: string }): string;
  /**
   * The time step whose code this is, at most one step from `now`; undefined: there is none.
   * @param kind default: ours
   */
  findStep(secret: Buffer, code: string, now: number, kind?: CodeKind): number | undefined;
}
