// The writer that adds the entries of an act to its intent, when the intent did something.
import { insertEntries } from '../nouns/audit-store.ts';
import type { Recording } from '../recording.ts';
import { driveOn } from './drive.ts';
import type { Writer } from './writer.ts';

export function recordingWriter(writer: Writer, recording: Recording): Writer {
  const drive = driveOn(writer.connection);
  return {
    ...writer,
    write(intent) {
      const entriesOf = recording.take();
      if (!entriesOf) return writer.write(intent);
      return writer.write(() => {
        const result = intent();
        drive(insertEntries(entriesOf(result)));
        return result;
      });
    },
  };
}
