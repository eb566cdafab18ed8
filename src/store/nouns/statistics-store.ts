// Daily counts. Processes that add to the same rows lock them in one order on PostgreSQL, which prevents deadlocks.
import type { DailyCount } from '../../core/applications/statistics/daily-count.ts';
import type { StatisticsStore } from '../../core/applications/statistics/statistics-store.ts';
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const DAILY_COUNTS = table('daily_counts', 'application_id day counter', {
  text: 'application_id counter',
  integer: 'day count',
});

// Counts of an application that is being deleted at this moment are dropped.
const ADD = statement({
  postgres: `
    insert into daily_counts as kept (application_id, day, counter, count)
    select e."applicationId", e.day, e.counter, e.count
    from json_to_recordset($counts::json) as e ("applicationId" text, day integer, counter text, count integer)
      join applications a on a.id = e."applicationId" collate "C"
    order by e."applicationId" collate "C", e.day, e.counter collate "C"
    for key share of a
    on conflict (application_id, day, counter) do update set count = kept.count + excluded.count`,
  sqlite: `
    insert into daily_counts (application_id, day, counter, count)
    select e.value ->> 'applicationId', e.value ->> 'day', e.value ->> 'counter', e.value ->> 'count'
    from json_each($counts) e join applications a on a.id = e.value ->> 'applicationId' where true
    on conflict do update set count = count + excluded.count`,
});

const READ = statement(`
  select application_id, day, counter, count from daily_counts
  where application_id = $applicationId and day between $fromDay and $toDay order by day, counter`);

// By the applications, so that it reads the days asked for and not those of a year.
const COUNT_ALL = statement(`
  select c.day, c.counter, cast(sum(c.count) as integer) as count
  from applications a join daily_counts c on c.application_id = a.id and c.day between $fromDay and $toDay
  group by c.day, c.counter`);

export const createStatisticsStore = ({ rows, change }: Base): StatisticsStore => ({
  add: async (counts) => {
    await change(ADD, { counts });
  },
  read: (range) => rows<DailyCount>(READ, range),
  countAll: (days) => rows<Omit<DailyCount, 'applicationId'>>(COUNT_ALL, days),
});
