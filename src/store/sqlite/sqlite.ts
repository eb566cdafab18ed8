// What every store of this folder is made from.
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export type Sqlite = { writer: Writer; reader: Reader };
