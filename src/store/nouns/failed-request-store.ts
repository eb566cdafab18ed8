// Refused requests in groups. Processes that add for one application wait for each other at its row, so that none
// counts the values without the other's.
import type { FailedRequests } from '../../core/applications/failed-requests/failed-request.ts';
import type { FailedRequestStore } from '../../core/applications/failed-requests/failed-request-store.ts';
import { type Base, count, row } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const FAILED_REQUESTS = table('failed_requests', 'application_id cause api_key sent_value', {
  text: 'application_id cause api_key sent_value',
  integer: 'count first_at last_at',
});

const LOCK = statement('select id from applications where id = $applicationId for no key update');

const GROUP = 'application_id = $applicationId and cause = $cause and api_key = $apiKey and sent_value = $value';

const ADD_TO = statement(`
  update failed_requests set count = count + $count, last_at = greatest(last_at, $lastAt) where ${GROUP}`);

const VALUES = statement(`
  select count(*) as known from failed_requests
  where application_id = $applicationId and cause = $cause and sent_value <> ''`);

/** The one that was sent longest ago, if that is long enough. */
const MAKE_ROOM = statement(`
  delete from failed_requests where application_id = $applicationId and cause = $cause and sent_value <> ''
    and last_at <= $quietSince and (last_at, api_key, sent_value) = (
      select last_at, api_key, sent_value from failed_requests
      where application_id = $applicationId and cause = $cause and sent_value <> ''
      order by last_at, api_key, sent_value limit 1)`);

const BEGIN = statement(`
  insert into failed_requests (application_id, cause, api_key, sent_value, count, first_at, last_at)
  values ($applicationId, $cause, $apiKey, $value, $count, $firstAt, $lastAt)`);

const LIST = statement(`
  select application_id, cause, api_key, sent_value, count, first_at, last_at from failed_requests
  where application_id = $applicationId and last_at > $since
  order by last_at desc, cause, api_key, sent_value limit $max`);

export const createFailedRequestStore = ({ rows, write }: Base): FailedRequestStore => ({
  add: (failed, { maxValues, quietSince }) =>
    write(function* () {
      const { applicationId, cause } = failed;
      if ((yield* count(LOCK, { applicationId })) === 0) return;
      if ((yield* count(ADD_TO, failed)) > 0) return;
      let { value } = failed;
      if (value !== '') {
        const of = { applicationId, cause };
        const known = (yield* row<{ known: number }>(VALUES, of))?.known ?? 0;
        const hasRoom = known < maxValues || (yield* count(MAKE_ROOM, { ...of, quietSince })) > 0;
        if (!hasRoom) value = '';
      }
      const group = { ...failed, value };
      if (value === '' && (yield* count(ADD_TO, group)) > 0) return;
      yield* count(BEGIN, group);
    }),
  list: async (input) => {
    const found = await rows<Omit<FailedRequests, 'value'> & { sentValue: string }>(LIST, input);
    return found.map(({ sentValue: value, ...failed }) => ({ ...failed, value }));
  },
});
