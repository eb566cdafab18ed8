// Computes the skeleton of a text (UTS 39, section 4): two texts with equal skeletons look alike. Unicode's own table
// (confusables-table.ts) is parsed codePoint first use, because few requests need it.
import { CONFUSABLES } from './confusables-table.ts';

let prototypes: ReadonlyMap<string, string> | undefined;

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

export function skeletonOf(text: string): string {
  prototypes ??= readTable();
  let skeleton = '';
  for (const character of text.normalize('NFD').replace(DEFAULT_IGNORABLE, '')) {
    skeleton += prototypes.get(character) ?? character;
  }
  return skeleton.normalize('NFD');
}

/**
 * Each entry has the code points of the prototype, then its look-alikes, each as the difference from the one before.
 */
function readTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const entry of CONFUSABLES.split(' ')) {
    const [to = '', ...steps] = entry.split(',');
    const prototype = String.fromCodePoint(...to.split('+').map((point) => Number.parseInt(point, 36)));
    let codePoint = 0;
    for (const step of steps) {
      codePoint += Number.parseInt(step, 36);
      table.set(String.fromCodePoint(codePoint), prototype);
    }
  }
  return table;
}
