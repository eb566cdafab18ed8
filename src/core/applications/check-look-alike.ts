// Names that would pass for another (contract 3): letters of scripts that look alike within one word, and names that
// look like the service's own. Hangul, Han and Kana beside Latin are ordinary.
import { skeletonOf } from '../../protocol/skeleton.ts';
import type { Fault } from '../fault.ts';
import { applicationFault } from './application-faults.ts';

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

const mixesScripts = (word: string): boolean => LOOK_ALIKE_SCRIPTS.filter((script) => script.test(word)).length > 1;

/** Upper case first: it brings letters together that have no lower case of their own. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

const looksLike = (one: string, other: string): boolean => foldCase(skeletonOf(one)) === foldCase(skeletonOf(other));

export function checkLookAlike(name: string, serviceName: string, path: Fault['path'], faults: Fault[]): void {
  if (name.match(WORDS)?.some(mixesScripts)) faults.push(applicationFault(path, 'name-mixed-scripts'));
  else if (looksLike(name, serviceName)) faults.push(applicationFault(path, 'name-of-service'));
}
