// Members that stand twice in one object of an account file (contract 30). `JSON.parse` keeps the last of them without
// a word, and whoever reads the file may have meant the first (RFC 8259 4).
import { repeatedMembers } from '../../../protocol/json-text.ts';

/** @param text valid JSON */
export const repeatedFaults = (text: string): string[] =>
  repeatedMembers(text).map((pointer) => `${pointer}: is there more than once`);
