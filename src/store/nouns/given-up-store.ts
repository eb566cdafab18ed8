// The messages that were given up, each kind from the table of its outbox.
import type { GivenUpRow, GivenUpStore } from '../../core/operating/given-up/given-up-store.ts';
import type { Base } from '../intent.ts';
import { statement } from '../statement.ts';

/** The newest rows of one kind: chosen first, so that only those of the page are joined. */
const newest = (kind: string, table: string) => `(
  select * from ${table}
  where failure is not null and ended_at >= $since and (ended_at, id) < ($endedAt, $id)
    and coalesce($kind::text, '${kind}') = '${kind}'
  order by ended_at desc, id desc limit $limit)`;

const FACTS = 'given_up.id, given_up.created_at, given_up.ended_at, given_up.tries, given_up.failure';

const LIST = statement(`
  select 'mail' as kind, kind as type, null::text as application_id, null::text as application_name,
    null::text as url, ${FACTS}
  from ${newest('mail', 'mails')} given_up
  union all
  select 'event', e.type, a.id, a.name, p.url, ${FACTS}
  from ${newest('event', 'event_deliveries')} given_up
    left join events e on e.id = given_up.event_id
    left join event_endpoints p on p.id = given_up.endpoint_id
    left join applications a on a.id = e.application_id
  union all
  select 'logout', null::text, a.id, a.name, a.backchannel_logout_uri, ${FACTS}
  from ${newest('logout', 'given_up_logouts')} given_up left join applications a on a.id = given_up.application_id
  order by ended_at desc, id desc limit $limit`);

export const createGivenUpStore = ({ rows }: Base): GivenUpStore => ({
  list: ({ after: { endedAt, id }, ...page }) => rows<GivenUpRow>(LIST, { ...page, endedAt, id }),
});
