// The secrets with which an API authenticates at introspection (contract 45). A secret leaves the server once, in the
// answer; only its hash is stored.
import { invalidClient } from '../../../protocol/errors.ts';
import type { Actor } from '../../ground/acts/acting.ts';
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import { equalHashes, hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type ApiSecret, MAX_API_SECRETS } from './api.ts';

const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

export type ApiSecretMade = { kind: 'made'; apiSecret: ApiSecret; secret: string } | { kind: 'gone' | 'too-many' };

/** @throws ActRefused, ConfirmationNeeded; Unavailable */
export async function createApiSecret(
  deps: Pick<Ports, 'apis' | 'clock'>,
  { apiId, caller }: { apiId: string; caller?: Actor | undefined },
): Promise<ApiSecretMade> {
  const secret = `lk_as_${randomSecret()}`;
  const apiSecret: ApiSecret = {
    id: newId(deps.clock),
    apiId,
    secretHash: hashSecret(secret),
    createdAt: deps.clock.now(),
    lastUsedAt: undefined,
  };
  const stored = await deps.apis.insertSecret(apiSecret, MAX_API_SECRETS, caller);
  return stored === 'created' ? { kind: 'made', apiSecret, secret } : { kind: stored };
}

/** @returns false: the API has no such secret */
export const removeApiSecret = (
  deps: Pick<Ports, 'apis' | 'clock'>,
  { apiId, id, caller }: { apiId: string; id: string; caller?: Actor | undefined },
): Promise<boolean> => deps.apis.removeSecret({ apiId, id, now: deps.clock.now() }, caller);

/** @returns the id of the API; undefined: none with a secret has this id @throws OAuthError `invalid_client` */
export async function authenticateApi(
  deps: Pick<Ports, 'apis' | 'clock'>,
  { id, secret }: { id: string; secret: string },
): Promise<string | undefined> {
  const secrets = await deps.apis.listSecrets(id);
  if (secrets.length === 0) return undefined;
  const sent = hashSecret(secret);
  const known = secrets.find(({ secretHash }) => equalHashes(secretHash, sent));
  if (!known) throw invalidClient('api-secret-wrong', 'The secret of the API is wrong or deleted.', `API ${id}`);
  const now = deps.clock.now();
  if (now - (known.lastUsedAt ?? 0) > TOUCH_INTERVAL_MS) fireAndForget(deps.apis.touchSecret(known.id, now));
  return known.apiId;
}
