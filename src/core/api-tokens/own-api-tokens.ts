// API tokens that people create and end themselves. The account comes from the session; the tokens of others do not
// exist for it (case N1).

import type { Account } from '../accounts/account.ts';
import type { Fault } from '../fault.ts';
import type { ActedFrom } from '../mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { countCharacters, hasForbiddenCharacters, toPlainText } from '../profile/plain-text.ts';
import type { SessionProof } from '../sessions/session-proof.ts';
import { type ApiTokenCreation, type ApiTokensChanged, createApiToken, MAX_API_TOKENS } from './create-api-token.ts';
import { checkScopes } from './scope.ts';

export const MAX_API_TOKEN_NAME = 60;
/** Ten years. 0 days: never expires. */
export const MAX_API_TOKEN_DAYS = 3650;

export type ApiTokenDraft = { name: string | undefined; days: string | undefined; scopes: readonly string[] };

export const tooManyApiTokens: Fault = {
  path: [],
  code: 'api-tokens-too-many',
  detail: `An account can have at most ${MAX_API_TOKENS} API tokens. Delete one first.`,
};

/** Checks a draft. The paths of the input errors are `['name']`, `['days']`, `['scopes', …]` and `[]`. */
export async function checkApiToken(
  deps: Pick<Ports, 'apiTokens'>,
  input: { account: Pick<Account, 'id' | 'role'>; draft: ApiTokenDraft },
): Promise<Fault[]> {
  const { account, draft } = input;
  const faults: Fault[] = [];
  const name = toPlainText(draft.name ?? '');
  const addFault = (path: Fault['path'], code: string, detail: string) => faults.push({ path, code, detail });
  if (name === '') addFault(['name'], 'api-token-name-missing', 'Enter a name for the token.');
  else if (hasForbiddenCharacters(name)) {
    addFault(
      ['name'],
      'text-forbidden-characters',
      'Remove control, zero-width and bidirectional characters from the text.',
    );
  } else if (countCharacters(name) > MAX_API_TOKEN_NAME) {
    addFault(['name'], 'api-token-name-too-long', `The name can have at most ${MAX_API_TOKEN_NAME} characters.`);
  }
  const days = draft.days ?? '';
  const areDays = /^\d{1,4}$/.test(days) && Number(days) <= MAX_API_TOKEN_DAYS;
  if (!areDays) {
    addFault(['days'], 'api-token-days', `Enter a number of days from 0 (never expires) to ${MAX_API_TOKEN_DAYS}.`);
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
