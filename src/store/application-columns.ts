// Maps the columns of the table `applications` to the members of an `Application`, for both databases. The columns of
// its plain values come from `core/applications/application-fields.ts`.

import type { Application } from '../core/applications/application.ts';
import { ALL_FIELDS } from '../core/applications/application-fields.ts';

type Column = readonly [column: string, member: keyof Application];

const FIELD_COLUMNS = ALL_FIELDS.map(([member, { column }]): Column => [column, member]);

/** The columns that an edit writes. */
export const UPDATED: readonly Column[] = [
  ['owner_id', 'ownerId'],
  ['name', 'name'],
  ['translations', 'translations'],
  ['login_activation', 'loginActivation'],
  ...FIELD_COLUMNS,
  ['backchannel_logout_uri', 'backchannelLogoutUri'],
  ['updated_at', 'updatedAt'],
  ['version', 'version'],
];

/** The columns that a registration inserts. */
export const INSERTED: readonly Column[] = [['id', 'id'], ...UPDATED, ['created_at', 'createdAt']];

/** The columns that are read. */
export const READ: readonly Column[] = [...INSERTED, ['logo_hash', 'logoHash'], ['records_events', 'recordsEvents']];
