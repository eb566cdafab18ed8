// Compares two texts character by character, to show people the difference. It computes the edit distance between the
// common beginning and the common end. Where that part is long, or has little in common, all of it is the difference.

/** A run of characters that both texts have at this place, or that only this text has. */
export type TextRun = { text: string; same: boolean };

export type TextComparison = {
  first: readonly TextRun[];
  second: readonly TextRun[];
  /** How many characters to insert, delete or change to turn one text into the other; 0: equal. */
  distance: number;
};

/** Maximum size of the distance table, which limits the work to a few milliseconds. */
const MAX_CELLS = 250_000;

/** Compares whole characters, so that half of one is never marked. */
export function compareTexts(first: string, second: string): TextComparison {
  const [a, b] = [[...first], [...second]];
  const start = commonStart(a, b);
  const end = commonEnd(a.slice(start), b.slice(start));
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const middle = middleA.length * middleB.length > MAX_CELLS ? allDifferent(middleA, middleB) : align(middleA, middleB);
  const whole = (text: readonly string[], marks: readonly boolean[]) =>
    toRuns(text, [...Array<boolean>(start).fill(true), ...marks, ...Array<boolean>(end).fill(true)]);
  return { first: whole(a, middle.first), second: whole(b, middle.second), distance: middle.distance };
}

/** For each character, whether the other text has it at this place. */
type Marks = { first: boolean[]; second: boolean[]; distance: number };

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const commonEnd = (a: readonly string[], b: readonly string[]): number => commonStart(a.toReversed(), b.toReversed());

const allDifferent = (a: readonly string[], b: readonly string[]): Marks => ({
  first: a.map(() => false),
  second: b.map(() => false),
  distance: Math.max(a.length, b.length),
});

/** Computes the Levenshtein distance and follows a path through its table. */
function align(a: readonly string[], b: readonly string[]): Marks {
  const table = distances(a, b);
  const at = (row: number, column: number) => table[row * (b.length + 1) + column] as number;
  const marks = allDifferent(a, b);
  let [row, column] = [a.length, b.length];
  while (row > 0 && column > 0) {
    const same = a[row - 1] === b[column - 1];
    if (at(row, column) === at(row - 1, column - 1) + (same ? 0 : 1)) {
      [row, column] = [row - 1, column - 1];
      marks.first[row] = same;
      marks.second[column] = same;
    } else if (at(row, column) === at(row - 1, column) + 1) row -= 1;
    else column -= 1;
  }
  const distance = at(a.length, b.length);
  // Letters that two words happen to share would only be noise.
  return distance * 2 > Math.max(a.length, b.length) ? { ...allDifferent(a, b), distance } : { ...marks, distance };
}

/** The table, row by row: the distance of the first `row` characters of `a` from the first `column` of `b`. */
function distances(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let column = 0; column < width; column += 1) table[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    table[row * width] = row;
    for (let column = 1; column < width; column += 1) {
      const at = row * width + column;
      const change = (table[at - width - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      table[at] = Math.min(change, (table[at - width] as number) + 1, (table[at - 1] as number) + 1);
    }
  }
  return table;
}

function toRuns(text: readonly string[], marks: readonly boolean[]): TextRun[] {
  const runs: TextRun[] = [];
  text.forEach((character, index) => {
    const same = marks[index] === true;
    const last = runs.at(-1);
    if (last?.same === same) last.text += character;
    else runs.push({ text: character, same });
  });
  return runs;
}
