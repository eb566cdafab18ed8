// Settles usernames at the start (contract 2, "Username"): names from before they were unique are kept or dropped
// before the server serves. The first start that does so logs what has changed for applications.
import type { Logger } from 'pino';
import { Unavailable } from '../core/ground/unavailable.ts';
import type { Ports } from '../core/operating/ports.ts';
import { migrateUsernames } from '../core/people/usernames/migrate-usernames.ts';
import { StartRefused } from './start-refused.ts';

type NamePorts = Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules'>;

/** @throws StartRefused when the username key cannot be decrypted or the database cannot be reached */
export async function settleUsernames(ports: NamePorts, logger: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const { kept, dropped, isFirst } = await migrateUsernames(ports);
    if (kept + dropped > 0) logger.warn({ kept, dropped }, SETTLED);
    const nicknameOnly = isFirst || kept + dropped > 0 ? (await ports.usernames.counts()).nicknameOnly : 0;
    if (nicknameOnly > 0) logger.warn({ applications: nicknameOnly }, TO_BE_REGISTERED);
  } catch (error) {
    throw error instanceof Unavailable ? new StartRefused(error.message, { cause: error }) : error;
  }
}

const SETTLED =
  'Usernames are now unique. Valid usernames that only one account had are kept. People whose username was dropped are told on ' +
  '/account';

const TO_BE_REGISTERED =
  'The consent item nickname no longer includes preferred_username: applications receive it when their owner adds the item username and ' +
  'the user agrees';
