// How many lines of an import a note is about: what the operator reads first, instead of a file with a line for each
// person (contract 30).

/** Names of another system are in some notes, so that there may be any number of them. */
const MAX_NOTES = 100;

export type NoteCounts = {
  add(notes: readonly string[]): void;
  /** Most lines first. */
  list(): { note: string; lines: number }[];
};

/** Of more than `MAX_NOTES`, the later ones are counted as one. */
export function createNoteCounts(): NoteCounts {
  const counts = new Map<string, number>();
  return {
    add(notes) {
      const ofLine = new Set<string>();
      for (const note of notes) {
        const name = counts.has(note) || counts.size < MAX_NOTES ? note : OTHERS;
        if (!ofLine.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
        ofLine.add(name);
      }
    },
    list: () =>
      [...counts]
        .map(([note, lines]) => ({ note, lines }))
        .toSorted((a, b) => b.lines - a.lines || (a.note < b.note ? -1 : 1)),
  };
}

const OTHERS = 'others, which the report names';
