// Refuses names that could pass for another (contract 3): look-alike letters of different scripts within one word, and
// names that look like the service's own. Hangul, Han and Kana beside Latin are fine.
import { skeletonOf } from '../../../protocol/skeleton.ts';
import type { Fault } from '../../ground/fault.ts';
import { applicationFault } from './application-faults.ts';

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

const mixesScripts = (word: string): boolean => LOOK_ALIKE_SCRIPTS.filter((script) => script.test(word)).length > 1;

/** Upper case first: it unites letters that lower case alone keeps apart. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

const looksLike = (one: string, other: string): boolean => foldCase(skeletonOf(one)) === foldCase(skeletonOf(other));

export function checkLookAlike(name: string, serviceName: string, path: Fault['path'], faults: Fault[]): void {
  if (name.match(WORDS)?.some(mixesScripts)) faults.push(applicationFault(path, 'name-mixed-scripts'));
  else if (looksLike(name, serviceName)) faults.push(applicationFault(path, 'name-of-service'));
}
