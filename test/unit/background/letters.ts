// A kind of message made up for tests: letters, kept in memory. The towns they go to are its keys, the letters to one
// person have an order, and the test says what is answered.
import type { DeliveryAnswer, MessageKind } from '../../../src/core/ground/outbox/message-kind.ts';
import type { DueMessage, OutboxStore } from '../../../src/core/ground/outbox/outbox-store.ts';

export type Letter = DueMessage & { id: number; town: string; person: string };

type Letters = {
  /** Writes a letter; each to somebody else, unless `person` is given. */
  write(letter: { town: string; person?: string }): void;
  /** Undefined, as at first: nobody ever answers. */
  answers: (letter: Letter) => DeliveryAnswer['kind'] | undefined;
  /** Each try. */
  sent: Letter[];
  underWay: Set<Letter>;
  countLeft(): number;
  kind: MessageKind<Letter>;
};

export function givenLetters(): Letters {
  const rows: (Letter & { dueAt: number })[] = [];
  const find = ({ id }: Letter) => rows.find((row) => row.id === id);
  const store: OutboxStore<Letter> = {
    async claim({ now, until, limit, busy }) {
      const firsts = rows.filter((row) => row === rows.find(({ person }) => person === row.person));
      const due = firsts.filter(({ dueAt, town }) => dueAt <= now && !busy.includes(town)).slice(0, limit);
      for (const row of due) Object.assign(row, { dueAt: until, claimedUntil: until });
      return due.map((row) => ({ ...row }));
    },
    async putBack(letter, nextTryAt) {
      Object.assign(find(letter) ?? {}, { dueAt: nextTryAt, tries: letter.tries + 1 });
    },
    async remove(letter) {
      rows.splice(
        rows.findIndex(({ id }) => id === letter.id),
        1,
      );
    },
    countDue: async (now, most) => Math.min(most, rows.filter(({ dueAt }) => dueAt <= now).length),
  };

  let written = 0;
  const letters: Letters = {
    answers: () => undefined,
    sent: [],
    underWay: new Set(),
    countLeft: () => rows.length,
    write({ town, person = `somebody-${written}` }) {
      rows.push({ id: written, town, person, tries: 0, claimedUntil: 0, dueAt: 0 });
      written += 1;
    },
    kind: {
      store,
      retryPauses: [1_000, 2_000],
      perKey: 2,
      keyOf: ({ town }) => town,
      async deliver(letter, stopping) {
        letters.sent.push(letter);
        const kind = letters.answers(letter);
        if (kind) return { kind, reason: undefined, recipient: letter.person };
        letters.underWay.add(letter);
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        letters.underWay.delete(letter);
        return { kind: 'failed', reason: 'cut off', recipient: letter.person };
      },
    },
  };
  return letters;
}
