// What is wrong with the files of an import or export is the operator's to fix, so it is told in one line.
import { fileTrouble } from '../../core/ground/file-trouble.ts';
import { Compressed, ReadOnce } from '../../outside/account-files/byte-source.ts';
import { BrokenJson } from '../../outside/account-files/json-document.ts';
import { StartRefused } from '../start-refused.ts';

/** @returns the error to throw instead: `StartRefused`, unless the error is of no file */
export function explain(error: unknown): unknown {
  if (error instanceof BrokenJson || error instanceof Compressed || error instanceof ReadOnce) {
    return new StartRefused(error.message, { cause: error });
  }
  const trouble = fileTrouble(error);
  const { path } = error as NodeJS.ErrnoException;
  return trouble === undefined ? error : new StartRefused(path ? `${path}: ${trouble}` : trouble, { cause: error });
}

/** The same lines. @throws StartRefused */
export async function* explained<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  try {
    yield* lines;
  } catch (error) {
    throw explain(error);
  }
}
