// The base of every store in this folder.
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export type Sqlite = { writer: Writer; reader: Reader };
