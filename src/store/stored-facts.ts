// What `latchkey doctor` reads from either database by its stores.

import { neglectedTokens } from '../core/applications/machine-tokens/neglected-tokens.ts';
import { systemClock } from '../core/ground/clock.ts';
import type { DatabaseFacts } from '../core/operating/doctor/examine-database.ts';
import type { Stores } from '../core/operating/ports.ts';
import { findCollidingAddresses, findUnplainAddresses } from '../core/people/accounts/renew-email-keys.ts';
import { SECRET_CHECK } from '../core/server/keys/secret-check.ts';
import { TROUBLE_LASTS_MS } from '../core/server/mail/judge-refusal.ts';
import { storedIn } from '../core/server/policy/policy.ts';
import { operatorsWithoutFactor } from '../core/sign-in/factors/operators-without-factor.ts';
import { SIGNER_KEYS } from '../core/sign-in/passwords/signer-keys.ts';

export type StoredFacts = Pick<
  DatabaseFacts,
  | 'keys'
  | 'secretCheck'
  | 'signerKeys'
  | 'usernames'
  | 'leaving'
  | 'unverified'
  | 'mailsGivenUp'
  | 'mailTroubles'
  | 'passkeysElsewhere'
  | 'operatorsWithoutFactor'
  | 'neglectedTokens'
  | 'collidingAddresses'
  | 'unplainAddresses'
  | 'storedPolicy'
  | 'policyProcesses'
>;

/** While the schema is older than the program's. */
export const UNREADABLE: StoredFacts = {
  keys: [],
  secretCheck: undefined,
  signerKeys: undefined,
  collidingAddresses: [],
  unplainAddresses: [],
  unverified: undefined,
  usernames: undefined,
  leaving: undefined,
  mailsGivenUp: undefined,
  mailTroubles: undefined,
  passkeysElsewhere: undefined,
  operatorsWithoutFactor: undefined,
  neglectedTokens: undefined,
  storedPolicy: {},
  policyProcesses: [],
};

const HOUR_MS = 3_600_000;
const MOST_COUNTED = 1000;

type FactStores = Pick<
  Stores,
  | 'keys'
  | 'sealedValues'
  | 'accounts'
  | 'usernames'
  | 'leaving'
  | 'mails'
  | 'passkeys'
  | 'factors'
  | 'policy'
  | 'machineTokens'
>;

/** @param rpId the relying party of passkeys here; empty: there is none */
export const readStoredFacts = async (stores: FactStores, rpId: string): Promise<StoredFacts> => ({
  keys: await stores.keys.list(),
  secretCheck: await stores.sealedValues.find(SECRET_CHECK),
  signerKeys: await stores.sealedValues.find(SIGNER_KEYS),
  collidingAddresses: await findCollidingAddresses(stores),
  unplainAddresses: await findUnplainAddresses(stores),
  unverified: await stores.accounts.countUnverified(),
  usernames: await stores.usernames.counts(),
  leaving: await stores.leaving.count(systemClock.now() - HOUR_MS),
  // A mail is kept for a week after it was given up.
  mailsGivenUp: await stores.mails.countGivenUp(0, MOST_COUNTED),
  mailTroubles: await stores.mails.listTroubles(systemClock.now() - TROUBLE_LASTS_MS),
  passkeysElsewhere: await stores.passkeys.countOfOtherRps(rpId),
  operatorsWithoutFactor: await operatorsWithoutFactor(stores, rpId === '' ? undefined : rpId),
  neglectedTokens: await neglectedTokens(stores, systemClock.now()),
  storedPolicy: storedIn(await stores.policy.list(0)),
  policyProcesses: await stores.policy.listProcesses(0),
});
