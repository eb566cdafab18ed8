// Reads the entries of one list in a JSON document of any size, one after the other (@streamparser/json).
import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';

/** The file cannot be read as JSON to its end. */
export class BrokenJson extends Error {
  override readonly name = 'BrokenJson';
}

/**
 * @param path of the file
 * @param member of the document, whose value is the list
 * @throws BrokenJson after the entries before it; the error of the file system
 */
export async function* readJsonArray(path: string, member: string): AsyncGenerator<unknown> {
  // Without `keepStack`, what was read is not kept.
  const parser = new JSONParser({ paths: [`$.${member}.*`], keepStack: false });
  let entries: unknown[] = [];
  let broken: Error | undefined;
  parser.onValue = ({ value }) => {
    entries.push(value);
  };
  parser.onError = (error) => {
    broken = error;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    try {
      parser.write(chunk);
    } catch (error) {
      broken ??= error as Error;
    }
    yield* entries;
    entries = [];
    if (broken) throw new BrokenJson(`${path} is not valid JSON: ${broken.message}`, { cause: broken });
  }
  if (!parser.isEnded) throw new BrokenJson(`${path} ends in the middle of the JSON document`);
}
