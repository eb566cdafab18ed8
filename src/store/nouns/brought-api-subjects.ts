// By which `sub` APIs know the people of an import (contract 45). Lines name an API by its resource.
import { resourceKey } from '../../core/applications/apis/resource.ts';
import type { AccountToInsert } from '../../core/operating/account-files/account-file-store.ts';
import type { Known } from '../decide-import.ts';
import { count, type Intent, rows } from '../intent.ts';
import { statement } from '../statement.ts';

const TAKEN = statement({
  postgres: `
    select w."knownTo" as known_to, b.sub
    from json_to_recordset($wanted::json) as w("knownTo" text, key text, sub text)
    join apis i on i.resource_key = w.key join api_subjects b on b.api_id = i.id and b.sub = w.sub`,
  sqlite: `
    select w.value ->> 'knownTo' as known_to, b.sub from json_each($wanted) w
    join apis i on i.resource_key = w.value ->> 'key'
    join api_subjects b on b.api_id = i.id and b.sub = w.value ->> 'sub'`,
});

// The API is locked, so that it is not deleted meanwhile. One that is gone by then knows nobody.
const INSERT = statement({
  postgres: `
    insert into api_subjects (api_id, account_id, sub)
    select i.id, x."accountId", x.sub from json_to_recordset($brought::json) as x("accountId" text, key text, sub text)
    join apis i on i.resource_key = x.key for key share of i`,
  sqlite: `
    insert into api_subjects (api_id, account_id, sub)
    select i.id, x.value ->> 'accountId', x.value ->> 'sub' from json_each($brought) x
    join apis i on i.resource_key = x.value ->> 'key'`,
});

/** @returns which of these some account has at an API */
export function* takenApiSubjects(subjects: readonly Known[]): Intent<readonly Known[]> {
  const wanted = subjects
    .map((one) => ({ ...one, key: resourceKey(one.knownTo) }))
    .filter(({ key }) => key !== undefined);
  return wanted.length === 0 ? [] : yield* rows<Known>(TAKEN, { wanted });
}

export function* insertApiSubjects(stored: readonly Pick<AccountToInsert, 'account' | 'apiSubjects'>[]): Intent<void> {
  const brought = stored.flatMap(({ account, apiSubjects }) =>
    apiSubjects.map(({ resource, sub }) => ({ accountId: account.id, key: resourceKey(resource), sub })),
  );
  if (brought.length > 0) yield* count(INSERT, { brought });
}
