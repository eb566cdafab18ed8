// API tokens that people create and end themselves. The account comes from the session; the tokens of others do not
// exist for it (case N1).

import type { Account } from '../../ground/accounts/account.ts';
import { checkScopes } from '../../ground/acts/scope.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../../ground/texts/plain-text.ts';
import type { ActedFrom } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { type ApiTokenCreation, type ApiTokensChanged, createApiToken, MAX_API_TOKENS } from './create-api-token.ts';

export const MAX_API_TOKEN_NAME = 60;
/** Ten years. 0 days: never expires. */
export const MAX_API_TOKEN_DAYS = 3650;

export type ApiTokenDraft = { name: string | undefined; days: string | undefined; scopes: readonly string[] };

export const tooManyApiTokens: Fault = {
  path: [],
  code: 'api-tokens-too-many',
  detail: `An account can have at most ${MAX_API_TOKENS} API tokens. Delete one first.`,
};

/** The path of the fault is `['name']`. */
export function checkTokenName(typed: string | undefined): Fault[] {
  const name = toPlainText(typed ?? '');
  const fault = (code: string, detail: string): Fault[] => [{ path: ['name'], code, detail }];
  if (name === '') return fault('api-token-name-missing', 'Enter a name for the token.');
  if (hasForbiddenCharacters(name)) {
    const detail = 'Remove control, zero-width and bidirectional characters from the text.';
    return fault('text-forbidden-characters', detail);
  }
  if (countCharacters(name) <= MAX_API_TOKEN_NAME) return [];
  return fault('api-token-name-too-long', `The name can have at most ${MAX_API_TOKEN_NAME} characters.`);
}

/** Checks a draft. The paths of the input errors are `['name']`, `['days']`, `['scopes', …]` and `[]`. */
export async function checkApiToken(
  deps: Pick<Ports, 'apiTokens'>,
  input: { account: Pick<Account, 'id' | 'role'>; draft: ApiTokenDraft },
): Promise<Fault[]> {
  const { account, draft } = input;
  const faults = checkTokenName(draft.name);
  const days = draft.days ?? '';
  const areDays = /^\d{1,4}$/.test(days) && Number(days) <= MAX_API_TOKEN_DAYS;
  if (!areDays) {
    const detail = `Enter a number of days from 0 (never expires) to ${MAX_API_TOKEN_DAYS}.`;
    faults.push({ path: ['days'], code: 'api-token-days', detail });
  }
  faults.push(...checkScopes(draft.scopes, { role: account.role, days: areDays ? Number(days) : 1 }));
  const tokens = await deps.apiTokens.listByAccount(account.id);
  return tokens.length < MAX_API_TOKENS ? faults : [...faults, tooManyApiTokens];
}

/**
 * @param input a draft that passed `checkApiToken`; `newest`: id of the newest token that the form showed
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createOwnApiToken(
  deps: Pick<Ports, 'accounts' | 'apiTokens' | 'secrets' | 'clock' | 'rules' | 'publish'>,
  input: {
    account: Pick<Account, 'email'>;
    draft: ApiTokenDraft;
    proof: SessionProof;
    newest: string;
    from?: ActedFrom;
  },
): Promise<ApiTokenCreation | ApiTokensChanged> {
  const { account, draft, proof, newest, from } = input;
  return createApiToken(deps, {
    email: account.email,
    name: draft.name ?? '',
    expiresInDays: Number(draft.days),
    scopes: draft.scopes,
    proof,
    newest,
    from,
  });
}

/** False: the person has no such token. @throws ConfirmationNeeded */
export async function deleteOwnApiToken(
  deps: Pick<Ports, 'apiTokens'>,
  input: { accountId: string; id: string; proof: SessionProof },
): Promise<boolean> {
  const own = await deps.apiTokens.listByAccount(input.accountId);
  return own.some(({ id }) => id === input.id) && deps.apiTokens.remove(input.id, input.proof);
}
