// Reads the entries of one list in a JSON document of any size, one after the other. Each is parsed by itself, so that
// one that is too long or broken is refused alone.
import type { ByteSource } from './byte-source.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  type JsonDocument,
  OPEN_LIST,
  OPEN_OBJECT,
  openJsonDocument,
  QUOTE,
} from './json-document.ts';
import { collectEntries, type EntryContent } from './json-entry.ts';

/** The document is no object with this list. */
export class MissingList extends Error {
  override readonly name = 'MissingList';
}

/**
 * @param member of the document, whose value is the list
 * @throws MissingList; BrokenJson after the entries before it; the error of the source
 */
export async function* readJsonArray(source: ByteSource, member: string): AsyncGenerator<EntryContent> {
  const document = openJsonDocument(source);
  const bytes = collectEntries();
  const missing = () => new MissingList(`${source.name} has no list ${JSON.stringify(member)}`);
  try {
    if ((await document.peek()) === OPEN_LIST) throw missing();
    let isFound = false;
    for await (const _member of itemsOf(document, OPEN_OBJECT, CLOSE_OBJECT)) {
      await document.peek(QUOTE);
      await document.takeValue(bytes.add);
      const name = bytes.end();
      await document.take(COLON);
      const isList = (await document.peek()) === OPEN_LIST;
      if (!isList || !name || !('json' in name) || name.json !== member) {
        await document.takeValue(() => {});
        continue;
      }
      isFound = true;
      for await (const _entry of itemsOf(document, OPEN_LIST, CLOSE_LIST)) {
        await document.takeValue(bytes.add);
        yield bytes.end() ?? { faults: ['is not JSON'] };
      }
    }
    if (!isFound) throw missing();
    await document.end();
  } finally {
    await document.close();
  }
}

/** Takes the brackets, and the commas between the items. The caller takes each item before it asks for the next. */
async function* itemsOf(document: JsonDocument, opening: number, closing: number): AsyncGenerator<void> {
  await document.take(opening);
  if ((await document.peek()) === closing) {
    await document.take(closing);
    return;
  }
  do yield;
  while ((await document.take(COMMA, closing)) === COMMA);
}
