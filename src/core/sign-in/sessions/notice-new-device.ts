// Mail about a sign-in from a device that the account has not used before (contract 26). What is known of a device is
// its cookie alone; the database remembers of which browsers and networks an account was told, as keyed hashes.
import type { Account } from '../../ground/accounts/account.ts';
import { browserFamily } from '../../ground/texts/describe-device.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import type { NewDevice } from './new-device.ts';

const FIRST_HOUR_MS = 60 * 60 * 1000;
const TOLD_FOR_MS = 7 * 24 * 60 * 60 * 1000;

/** The browser that somebody signs in with. */
export type SignInFrom = ActedFrom & {
  /** Id of the browser (the device cookie); undefined when it has none. */
  deviceId: string | undefined;
  /** Whether the account has signed in on it since its known devices were last forgotten. */
  knowsAccount(account: Pick<Account, 'id' | 'deviceEpoch'>): boolean;
};

/** @returns undefined when nobody needs to be told, or this server sends no mail */
export function newDeviceOf(
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  { id: accountId, deviceEpoch, createdAt, profile }: Account,
  from: SignInFrom,
): NewDevice | undefined {
  const now = deps.clock.now();
  if (now < createdAt + FIRST_HOUR_MS || from.knowsAccount({ id: accountId, deviceEpoch })) return undefined;
  // Whoever signs in may be a stranger: the profile's language comes before that of the page.
  const told = { ...from, language: profile.locale ?? from.language };
  const mail = writeNotice(deps, { kind: 'new-device', accountId, from: told });
  const seen = [accountId, String(deviceEpoch), browserFamily(from.userAgent), from.site];
  return mail && { mail, macs: deps.secrets.macs('told-device', ...seen), notifiedUntil: now + TOLD_FOR_MS };
}
