// Adds the entries of an act to its transaction, when the transaction did something.
import { insertEntries } from '../nouns/audit-store.ts';
import type { EntriesOf, Recording } from '../recording.ts';
import { driveIn } from './drive.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';

export const recordingPostgres = (postgres: Postgres, recording: Recording): Postgres => ({
  ...postgres,
  write(statement, values, intentCount) {
    const entriesOf = recording.take();
    if (!entriesOf) return postgres.write(statement, values, intentCount);
    return postgres.transaction(withEntries((run) => run(statement, values), entriesOf));
  },
  transaction(intent, locks) {
    const entriesOf = recording.take();
    return postgres.transaction(entriesOf ? withEntries(intent, entriesOf) : intent, locks);
  },
});

const withEntries =
  <Result>(intent: (run: Run) => Promise<Result>, entriesOf: EntriesOf) =>
  async (run: Run): Promise<Result> => {
    const result = await intent(run);
    await driveIn(run, insertEntries(entriesOf(result)));
    return result;
  };
