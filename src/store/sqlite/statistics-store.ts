// Daily counts on SQLite.
import type { DailyCount } from '../../core/statistics/daily-count.ts';
import type { StatisticsStore } from '../../core/statistics/statistics-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const ADD = `
  insert into daily_counts (application_id, day, counter, count)
  select e.value ->> 'applicationId', e.value ->> 'day', e.value ->> 'counter', e.value ->> 'count'
  from json_each($counts) e join applications a on a.id = e.value ->> 'applicationId' where true
  on conflict do update set count = count + excluded.count`;

const READ = `
  select * from daily_counts
  where application_id = $applicationId and day between $fromDay and $toDay order by day, counter`;

export function createStatisticsStore({ writer, reader }: Sqlite): StatisticsStore {
  const add = prepare(writer.connection, ADD);
  const read = prepare<DailyCount>(reader.connection, READ);
  return {
    add: async (counts) => {
      await writer.write(() => add.run({ counts }));
    },
    read: (range) => reader.read(() => read.all(range)),
  };
}
