// What a schema reads: all faults at once, and the value with holes (contract 3).
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readWith } from '../../../src/schema/read.ts';

const entry = z.strictObject({
  id: z.readonly(z.string()),
  kind: z.enum(['web', 'ios']),
  name: z.optional(z.string()),
});
const schema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  isOn: z.boolean(),
  count: z.int(),
  ends: z.nullable(z.string()),
  entries: z.array(entry),
  texts: z.optional(z.strictObject({ en: z.optional(z.string()) })),
  created: z.optional(z.readonly(z.string())),
});

const fault = (path: readonly (string | number)[], detail: string, code = 'type-wrong') => ({ path, code, detail });
const unknown = (...path: (string | number)[]) => fault(path, 'Unknown member.', 'member-unknown');

describe('faults', () => {
  it.each([
    ['no object', 'text', [fault([], 'This must be an object.')]],
    ['null', null, [fault([], 'This must be an object.')]],
    ['a list', [], [fault([], 'This must be an object.')]],
    ['no string', { name: 5 }, [fault(['name'], 'This must be a string.')]],
    ['null for a string', { name: null }, [fault(['name'], 'This must be a string.')]],
    ['neither a string nor null', { ends: 5 }, [fault(['ends'], 'This must be a string.')]],
    ['no boolean', { isOn: 'true' }, [fault(['isOn'], 'This must be true or false.')]],
    ['no number', { count: '5' }, [fault(['count'], 'This must be a whole number.')]],
    ['no whole number', { count: 1.5 }, [fault(['count'], 'This must be a whole number.')]],
    ['a number beyond all whole ones', { count: 2 ** 60 }, [fault(['count'], 'This must be a whole number.')]],
    ['no list', { entries: {} }, [fault(['entries'], 'This must be a list.')]],
    [
      'a known word that is no string',
      { entries: [{ kind: 1 }] },
      [fault(['entries', 0, 'kind'], 'This must be a string.')],
    ],
    ['no object in a list', { entries: [5] }, [fault(['entries', 0], 'This must be an object.')]],
    ['unknown members', { a: 1, constructor: 2 }, [unknown('a'), unknown('constructor')]],
    ['an unknown member that a patch removes', { a: undefined }, [unknown('a')]],
    ['an unknown member inside', { texts: { fr: 'a' } }, [unknown('texts', 'fr')]],
    [
      'all at once',
      { a: 1, isOn: 1, entries: [{ b: 1, name: 2 }, 3], name: 4 },
      [
        fault(['name'], 'This must be a string.'),
        fault(['isOn'], 'This must be true or false.'),
        fault(['entries', 0, 'name'], 'This must be a string.'),
        unknown('entries', 0, 'b'),
        fault(['entries', 1], 'This must be an object.'),
        unknown('a'),
      ],
    ],
  ])('%s', (_, value, faults) => {
    expect(readWith(schema, value).faults).toEqual(faults);
  });

  it.each([
    ['nothing', {}],
    ['a member that a patch removes', { name: undefined }],
    ['a text that is too long', { name: 'too long' }],
    ['a word that is not known', { entries: [{ kind: 'car' }] }],
  ])('what only core can word is none: %s', (_, value) => {
    expect(readWith(schema, value)).toEqual({ whole: false, value, faults: [] });
  });

  it('those of a schema that has words of its own, with the code that a check names', () => {
    const own = z.strictObject({
      id: z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text') }),
      at: z
        .string()
        .check(z.refine((text) => text === 'now', { error: 'must be now', params: { code: 'time-wrong' } })),
    });
    expect(readWith(own, { at: 'then' }).faults).toEqual([
      fault(['id'], 'is missing'),
      fault(['at'], 'must be now', 'time-wrong'),
    ]);
    expect(readWith(own, { id: 1 }, () => 'wrong').faults).toEqual([
      fault(['id'], 'must be a text'),
      fault(['at'], 'wrong'),
    ]);
  });
});

describe('the value', () => {
  it('is whole where nothing is against it, and is what the schema makes of it', () => {
    const number = z.pipe(z.string(), z.transform(Number));
    expect(readWith(number, '5')).toEqual({ whole: true, value: 5, faults: [] });
  });

  it('has holes for what could not be read, and lists keep their places', () => {
    const sent = { a: 1, name: 4, isOn: true, entries: [{ b: 1, kind: 'web' }, 3, { kind: 'ios' }] };
    const before = structuredClone(sent);
    expect(readWith(schema, sent).value).toEqual({
      isOn: true,
      entries: [{ kind: 'web' }, undefined, { kind: 'ios' }],
    });
    expect(sent).toEqual(before);
  });

  it.each([[5], ['text'], [null], [[]]])('is none where %j stands for an object', (value) => {
    expect(readWith(schema, value).value).toBeUndefined();
  });

  it('lacks what only the server sets, with whatever is in it', () => {
    const sent = { created: 5, entries: [{ id: { a: [] }, kind: 'web' }] };
    expect(readWith(schema, sent)).toEqual({ whole: false, value: { entries: [{ kind: 'web' }] }, faults: [] });
  });
});
