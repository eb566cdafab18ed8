// The operations that a list and its entries have alike: names, summaries and answers follow from what an entry is.
import type { Answers, Operation, Operations } from './operation.ts';

type Entry = {
  /** Of the list. */
  path: string;
  /** The path parameter that identifies one. */
  parameter: string;
  tag: Operation['tag'];
  /** Its name is also in the ids of the operations. */
  schema: Extract<Answers, { kind: 'resource' }>['schema'];
  /** One and many, as the summaries say it. */
  words: readonly [one: string, many: string];
  example: object;
  /** The list; absent: of the example. */
  listed?: readonly unknown[];
  /** Absent: in order of creation. */
  order?: string;
  /** The member that identifies an entry; absent: the list leads to none. */
  member?: string;
};

/** What does not follow. */
type Said = Partial<Omit<Operation, 'tag'>>;

type Verb = 'list' | 'create' | 'deleteAll' | 'get' | 'replace' | 'change' | 'delete';

const METHODS: Readonly<Record<Verb, readonly [method: string, of: 'list' | 'entry']>> = {
  list: ['GET', 'list'],
  create: ['POST', 'list'],
  deleteAll: ['DELETE', 'list'],
  get: ['GET', 'entry'],
  replace: ['PUT', 'entry'],
  change: ['PATCH', 'entry'],
  delete: ['DELETE', 'entry'],
};

/** @param said by verb: those that there are */
export function resourceOperations(entry: Entry, said: { readonly [Name in Verb]?: Said }): Operations {
  const { path, parameter, tag, schema, example, order, member, listed = [example] } = entry;
  const [one, many] = entry.words;
  const leadsTo = member !== undefined && { leadsTo: { id: `get${schema}`, parameter, member } };
  const shown = { kind: 'resource', schema, example, tagged: true } as const;
  const patched = { ...example, ...(said.change?.sends?.example as object) };
  const follows: Readonly<Record<Verb, Omit<Operation, 'tag'>>> = {
    list: {
      id: `list${schema}s`,
      summary: `List ${many}`,
      answers: { kind: 'list', of: schema, ...(order && { order }), example: listed, ...leadsTo },
    },
    create: { id: `create${schema}`, summary: `Create ${one}`, answers: { kind: 'created' } },
    deleteAll: { id: `delete${schema}s`, summary: `Delete all ${many}`, answers: { kind: 'removed' } },
    get: { id: `get${schema}`, summary: `Get ${one}`, answers: shown },
    replace: { id: `replace${schema}`, summary: `Replace ${one}`, answers: shown },
    change: { id: `change${schema}`, summary: `Update ${one}`, answers: { ...shown, example: patched } },
    delete: { id: `delete${schema}`, summary: `Delete ${one}`, answers: { kind: 'removed' } },
  };
  return Object.fromEntries(
    Object.entries(said).map(([name, words]) => {
      const [method, of] = METHODS[name as Verb];
      const key = `${method} ${of === 'list' ? path : `${path}/:${parameter}`}`;
      return [key, { tag, ...follows[name as Verb], ...words }];
    }),
  );
}
