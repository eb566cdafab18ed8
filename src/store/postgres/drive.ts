// Runs what the stores in `nouns` say on PostgreSQL.
import type { Base, Intent } from '../intent.ts';
import type { Statement as Shared, Values } from '../statement.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { type Statement, statement } from './statement.ts';
import { isUniqueViolation } from './trouble.ts';

const known = new WeakMap<Shared, Statement>();

export function of(shared: Shared): Statement {
  let made = known.get(shared);
  if (!made) {
    made = statement(shared.postgres);
    known.set(shared, made);
  }
  return made;
}

/** Runs an intent in the transaction that its caller began. */
export async function driveIn<Result>(run: Run, intent: Intent<Result>): Promise<Result> {
  let step = intent.next();
  while (!step.done) step = intent.next(await run(of(step.value.statement), step.value.values));
  return step.value;
}

export function postgresBase({ read, write, transaction }: Postgres): Base {
  const rows = async <Row extends object>(shared: Shared, values: object = {}) =>
    (await read<Row>(of(shared), values as Values)) as Row[];
  return {
    row: async <Row extends object>(shared: Shared, values: object = {}) => (await rows<Row>(shared, values))[0],
    rows,
    async read(intent) {
      const asked = intent();
      let step = asked.next();
      while (!step.done) {
        const found = await rows(step.value.statement, step.value.values);
        step = asked.next({ count: found.length, rows: found });
      }
      return step.value;
    },
    change: async (shared, values = {}) => (await write(of(shared), values as Values)).count,
    changed: async <Row extends object>(shared: Shared, values: object = {}) =>
      (await write<Row>(of(shared), values as Values)).rows as Row[],
    write: (intent, locks) => transaction((run) => driveIn(run, intent()), locks),
    // Dead rows are the work of autovacuum.
    erase: async () => true,
    isUniqueViolation,
  };
}
