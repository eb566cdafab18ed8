// The secret of an account's one-time codes is stored encrypted with the server's secret.
import type { Ports } from '../ports.ts';
import type { OneTimeCodes } from './one-time-code.ts';

export const sealSecret = ({ secrets }: Pick<Ports, 'secrets'>, accountId: string, secret: Buffer): Buffer =>
  secrets.seal('one-time-codes', accountId, secret);

/** Undefined: neither the current nor the previous secret of the server decrypts it. */
export const openSecret = (
  { secrets }: Pick<Ports, 'secrets'>,
  { accountId, sealedSecret }: Pick<OneTimeCodes, 'accountId' | 'sealedSecret'>,
): Buffer | undefined => secrets.open('one-time-codes', accountId, sealedSecret)?.plain;
