// The skeleton of a text (UTS 39, section 4): two texts whose skeletons are equal look alike. The table is Unicode's
// own (confusables-table.ts), read at first use: few requests need it.
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

/** Each entry: the code points of the prototype, then what stands for it, each as the step from the one before. */
function readTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const entry of CONFUSABLES.split(' ')) {
    const [to = '', ...steps] = entry.split(',');
    const prototype = String.fromCodePoint(...to.split('+').map((point) => Number.parseInt(point, 36)));
    let at = 0;
    for (const step of steps) {
      at += Number.parseInt(step, 36);
      table.set(String.fromCodePoint(at), prototype);
    }
  }
  return table;
}
