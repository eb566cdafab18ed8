// The columns of an application's own row and the members they hold, for both databases. Its plain values follow from
// `core/applications/application-fields.ts`.

import type { Application } from '../core/applications/application.ts';
import { ALL_FIELDS } from '../core/applications/application-fields.ts';

type Column = readonly [column: string, member: keyof Application];

const FIELD_COLUMNS = ALL_FIELDS.map(([member, { column }]): Column => [column, member]);

/** What an edit writes anew. */
export const UPDATED: readonly Column[] = [
  ['owner_id', 'ownerId'],
  ['name', 'name'],
  ['login_activation', 'loginActivation'],
  ...FIELD_COLUMNS,
  ['backchannel_logout_uri', 'backchannelLogoutUri'],
  ['updated_at', 'updatedAt'],
  ['version', 'version'],
];

/** What is written when an application is registered. */
export const INSERTED: readonly Column[] = [['id', 'id'], ...UPDATED, ['created_at', 'createdAt']];

/** What is read. */
export const READ: readonly Column[] = [...INSERTED, ['logo_hash', 'logoHash']];
