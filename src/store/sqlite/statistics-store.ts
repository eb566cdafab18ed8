// Daily counts on SQLite.
import type { DailyCount } from '../../core/statistics/daily-count.ts';
import type { StatisticsStore } from '../../core/statistics/statistics-store.ts';
import type { Sqlite } from './sqlite.ts';

const ADD = `
  insert into daily_counts (application_id, day, counter, count)
  select e.value ->> 'applicationId', e.value ->> 'day', e.value ->> 'counter', e.value ->> 'count'
  from json_each(?) e join applications a on a.id = e.value ->> 'applicationId' where true
  on conflict do update set count = count + excluded.count`;

const READ = `
  select application_id as applicationId, day, counter, count from daily_counts
  where application_id = $applicationId and day between $fromDay and $toDay order by day, counter`;

type Range = { applicationId: string; fromDay: number; toDay: number };

export function createStatisticsStore({ writer, reader }: Sqlite): StatisticsStore {
  const add = writer.connection.prepare<[string]>(ADD);
  const read = reader.connection.prepare<[Range], DailyCount>(READ);
  return {
    add: async (counts) => {
      await writer.write(() => add.run(JSON.stringify(counts)));
    },
    read: (range) => reader.read(() => read.all(range)),
  };
}
