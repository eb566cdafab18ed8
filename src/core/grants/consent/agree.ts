// Handles the answer to the consent page: saves the values it asked for, makes or renews the connection, and issues
// what was asked for in the same request (contract 4, 43). So nothing has to prove later when the person agreed.

import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import { newReceipt } from '../../applications/receipts/receipt.ts';
import type { Account, Profile } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import { ConfirmationNeeded, validSession } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { newSub } from '../../ground/secrets.ts';
import type { TranslationLanguage } from '../../ground/texts/translations.ts';
import { canBeTyped, FIELDS_OF_ITEM } from '../../people/profile/profile-fields.ts';
import { readProfileFields } from '../../people/profile/profile-values.ts';
import { checkUsername, takeUsername } from '../../people/usernames/take-username.ts';
import { USERNAME_FIELD } from '../../people/usernames/username-field.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import type { AuthorizationRequest } from '../authorize/authorization-request.ts';
import type { Agreed } from '../authorize/issue-code.ts';
import type { Ports } from '../ports.ts';
import type { ConsentFormItem, ConsentFormScope } from './consent-form.ts';
import { hasValue } from './profile-claims.ts';

export type Agreement<Result> =
  /** The answers are saved. `tookUsername`: the account took its first username with them. */
  | { kind: 'agreed'; result: Result; tookUsername: boolean }
  /** The page is outdated: the account has taken a username since, or its session has ended. */
  | { kind: 'stale' }
  /** `retryAfterSeconds`: too many usernames were tried. */
  | { kind: 'refused'; faults: Fault[]; retryAfterSeconds?: number };

type AgreeDeps = Pick<
  Ports,
  | 'accounts'
  | 'usernames'
  | 'sealedValues'
  | 'signInLimits'
  | 'connections'
  | 'clock'
  | 'rules'
  | 'livePolicy'
  | 'secrets'
  | 'publish'
>;

type Answer<Result> = {
  request: AuthorizationRequest;
  signedIn: SignedIn;
  /** Of the page. */
  language: TranslationLanguage;
  shown: readonly ConsentFormItem[];
  /** Scopes of APIs that the page showed. */
  shownScopes: readonly ConsentFormScope[];
  ticked: readonly string[];
  field: (name: string) => string | undefined;
  /** Issues what the person agreed to. */
  issue: (agreed: Agreed) => Promise<Result>;
};

/** `issued`: the request is done. */
type Issued = { kind: string };

/**
 * @param input `shown`: what the page showed (`consentForm`); `ticked`: the optional items ticked on it; `field` reads
 *   the values typed for items without one. Ticks of items that were not shown are ignored, so nothing is added
 *   silently
 */
export async function agree<Result extends Issued>(deps: AgreeDeps, input: Answer<Result>): Promise<Agreement<Result>> {
  try {
    return await agreeInSession(deps, input);
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return { kind: 'stale' };
    throw error;
  }
}

async function agreeInSession<Result extends Issued>(
  deps: AgreeDeps,
  input: Answer<Result>,
): Promise<Agreement<Result>> {
  const { request, signedIn, shown, shownScopes } = input;
  const isAgreed = (entry: Pick<ConsentFormItem | ConsentFormScope, 'item' | 'consent'>) =>
    entry.consent === 'required' || input.ticked.includes(entry.item);
  const asked = shown.filter((entry) => isAgreed(entry) && !entry.hasValue && canBeTyped(entry.item));
  const typed = readTypedValues(asked, signedIn.account, input.field);
  if (typed.faults.length > 0) return { kind: 'refused', faults: typed.faults };
  // First, so that a username that is taken leaves all else undone, and the page comes back with every answer.
  const tookUsername = asked.some(({ item }) => item === 'username');
  if (tookUsername) {
    const name = await takeUsername(deps, { signedIn, typed: input.field(USERNAME_FIELD), mayChange: false });
    if (name.kind === 'refused') return name;
    if (name.kind === 'stale' || name.kind === 'gone') return { kind: 'stale' };
  }

  const now = deps.clock.now();
  const proof = validSession(signedIn.session);
  if (Object.keys(typed.values).length > 0) {
    await deps.accounts.saveProfile(signedIn.account.id, typed.values, now, proof);
  }
  const answers: ConsentAnswers = Object.fromEntries(
    [...shown, ...shownScopes].map((entry) => [entry.item, { agreed: isAgreed(entry), answeredAt: now }]),
  );
  const connection = await deps.connections.agree({
    applicationId: request.application.id,
    accountId: signedIn.account.id,
    sub: newSub(),
    answers,
    proof,
    receipt: newReceipt(deps, {
      kind: 'consent',
      language: input.language,
      application: request.application,
      items: shown.map((entry) => ({ entry, agreed: isAgreed(entry) })),
      scopes: shownScopes.map((entry) => ({ entry, agreed: isAgreed(entry) })),
    }),
    now,
  });
  const items = shown.filter(isAgreed).map((entry) => entry.item);
  const scopes = shownScopes.filter(isAgreed).map((entry) => entry.item);
  const result = await input.issue({ request, ...signedIn, connection, items, scopes });
  if (result.kind === 'issued') publishConsent(deps, input);
  return { kind: 'agreed', result, tookUsername };
}

/** Reports optional items only, because required ones have only one answer. */
function publishConsent<Result>({ publish }: AgreeDeps, { request, signedIn, shown, ticked }: Answer<Result>): void {
  const optional = shown.filter(({ consent }) => consent === 'optional').map(({ item }) => item);
  publish({
    kind: 'consent-given',
    applicationId: request.application.id,
    accountId: signedIn.account.id,
    redirectUri: request.redirectUri,
    agreed: optional.filter((item) => ticked.includes(item)),
    declined: optional.filter((item) => !ticked.includes(item)),
  });
}

/** Every agreed item must have a value afterwards; of an item with several fields one is enough. */
function readTypedValues(
  asked: readonly ConsentFormItem[],
  account: Account,
  field: (name: string) => string | undefined,
): { values: Partial<Profile>; faults: Fault[] } {
  const values: Partial<Profile> = {};
  const faults: Fault[] = [];
  for (const entry of asked) {
    if (entry.item === 'username') {
      faults.push(...usernameFaults(entry, field(USERNAME_FIELD)));
      continue;
    }
    const read = readProfileFields(field, FIELDS_OF_ITEM[entry.item]);
    faults.push(...read.faults);
    Object.assign(values, Object.fromEntries(Object.entries(read.values).filter(([, value]) => value !== undefined)));
    if (read.faults.length === 0 && !hasValue(entry.item, { ...account, profile: { ...account.profile, ...values } })) {
      faults.push(missingValue(entry, FIELDS_OF_ITEM[entry.item][0] ?? entry.item));
    }
  }
  return { values, faults };
}

const missingValue = ({ consent }: ConsentFormItem, field: string): Fault =>
  formFault([field], consent === 'required' ? 'value-missing' : 'optional-value-missing');

function usernameFaults(entry: ConsentFormItem, typed: string | undefined): Fault[] {
  if (!typed?.trim()) return [missingValue(entry, USERNAME_FIELD)];
  const read = checkUsername(typed);
  return 'fault' in read ? [read.fault] : [];
}
