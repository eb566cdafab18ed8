// Creates a machine token (contract 29). It is shown once and stored as a hash.

import { checkScopes, toScopes } from '../../ground/acts/scope.ts';
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { Fault } from '../../ground/fault.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { toPlainText } from '../../ground/texts/plain-text.ts';
import { writeOperatorNotice } from '../../server/mail/operator-notice.ts';
import { type ApiTokenDraft, checkTokenName } from '../api-tokens/own-api-tokens.ts';
import type { Ports } from '../ports.ts';
import type { MachineToken } from './machine-token.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const MACHINE_TOKEN_PREFIX = 'lk_machine_';
export const MACHINE_TOKEN_DEFAULT_DAYS = 90;
export const MAX_MACHINE_TOKEN_DAYS = 365;
/** A bound against mistakes, far above real use. */
export const MAX_MACHINE_TOKENS = 100;

export type MachineTokenCreation =
  /** The row, and the token itself, which is not stored. */
  | { kind: 'created'; machineToken: MachineToken; token: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Another token was created since the form was shown. */
  | { kind: 'changed' }
  /** The account that acts is no operator's any more. */
  | { kind: 'no-operator' };

/** An operator, by the session that acts. */
type Maker = { accountId: string; proof: SessionProof };

/** The paths of the faults are `['name']`, `['days']` and `['scopes', …]`. */
export function checkMachineToken({ name, days = '', scopes }: ApiTokenDraft): Fault[] {
  const faults = checkTokenName(name);
  if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > MAX_MACHINE_TOKEN_DAYS) {
    const detail = `Enter a number of days from 1 to ${MAX_MACHINE_TOKEN_DAYS}.`;
    faults.push({ path: ['days'], code: 'machine-token-days', detail });
  }
  // Days that are no days are told once.
  const known = faults.some(({ path }) => path[0] === 'days') ? 1 : Number(days);
  return [...faults, ...checkScopes(scopes, { role: 'machine', days: known })];
}

/**
 * @param input `by` whom, absent where the command line acts, and `newest`: id of the newest token that the form
 *   showed, so that a form that is sent twice creates one token
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createMachineToken(
  deps: Pick<Ports, 'machineTokens' | 'secrets' | 'rules' | 'clock' | 'publish'>,
  { draft, by, newest }: { draft: ApiTokenDraft; by?: Maker; newest?: string },
): Promise<MachineTokenCreation> {
  const faults = checkMachineToken(draft);
  if (faults.length > 0) return { kind: 'refused', faults };
  const token = `${MACHINE_TOKEN_PREFIX}${randomSecret()}`;
  const now = deps.clock.now();
  const machineToken: MachineToken = {
    id: newId(deps.clock),
    name: toPlainText(draft.name ?? ''),
    tokenHash: hashSecret(token),
    scopes: toScopes(draft.scopes),
    createdAt: now,
    lastUsedAt: undefined,
    expiresAt: now + Number(draft.days) * DAY_MS,
    createdBy: by?.accountId,
  };
  const { scopes } = machineToken;
  const tell = writeOperatorNotice(deps, { what: 'machine-token', scopes, days: Number(draft.days) });
  const inserted = await deps.machineTokens.insert(machineToken, MAX_MACHINE_TOKENS, by?.proof, newest, tell);
  if (inserted === 'created') {
    if (tell) deps.publish({ kind: 'mail-queued' });
    return { kind: 'created', machineToken, token };
  }
  if (inserted !== 'too-many') return { kind: inserted };
  const detail = `There can be at most ${MAX_MACHINE_TOKENS} machine tokens. Delete one first.`;
  return { kind: 'refused', faults: [{ path: [], code: 'machine-tokens-too-many', detail }] };
}
