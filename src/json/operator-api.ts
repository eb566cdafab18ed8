// The operator's own APIs and their secrets as JSON (contract 45), for the API and for `--json`.
import type { Api, ApiSecret } from '../core/applications/apis/api.ts';
import { timeOrNull, timeText } from './time.ts';

export const apiJson = (api: Api) => ({
  id: api.id,
  resource: api.resource,
  name: api.name,
  scopes: api.scopes.map(({ byDefault, ...scope }) => ({ ...scope, default: byDefault })),
  machine_access: api.machineAccess,
  applications: api.applications,
  documents: api.documents,
  audience: api.audience,
  allowed_groups: api.allowedGroups,
  groups: api.groups,
  access_token_format: api.accessTokenFormat,
  access_token_signing_alg: api.accessTokenAlg,
  access_token_ttl_seconds: api.accessTokenTtlSeconds,
  created_at: timeText(api.createdAt),
  updated_at: timeText(api.updatedAt),
});

export const apiSecretJson = ({ id, createdAt, lastUsedAt }: ApiSecret) => ({
  id,
  created_at: timeText(createdAt),
  last_used_at: timeOrNull(lastUsedAt),
});

/** The only answer that has the secret. */
export const newApiSecretJson = ({ id, createdAt }: ApiSecret, secret: string) => ({
  id,
  secret,
  created_at: timeText(createdAt),
});
