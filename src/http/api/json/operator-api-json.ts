// What operators send of an API of theirs, for core to check, with the faults of its shape (contract 45).
import type { ApiDraft } from '../../../core/applications/apis/check-api.ts';
import type { SentEntry } from '../../../core/applications/applications/change-parts.ts';
import { apiSchema } from '../../../schema/api/operator-api.ts';
import { readWith } from '../../../schema/read.ts';

export function readApi(body: unknown): SentEntry<ApiDraft> {
  const { value, faults } = readWith(apiSchema(), body);
  const draft = {
    resource: value?.resource,
    name: value?.name,
    scopes: value?.scopes?.map((scope) => {
      if (!scope) return undefined;
      const { default: byDefault, ...rest } = scope;
      return { byDefault, ...rest };
    }),
    machineAccess: value?.machine_access,
    applications: value?.applications,
    documents: value?.documents,
    audience: value?.audience,
    allowedGroups: value?.allowed_groups,
    groups: value?.groups,
    accessTokenFormat: value?.access_token_format,
    accessTokenAlg: value?.access_token_signing_alg,
    accessTokenTtlSeconds: value?.access_token_ttl_seconds,
  };
  return { draft, faults };
}
