// The statement that lists applications by name, age or last change, in either database. Only ASCII letters are
// compared without case, and texts byte by byte, so that both databases list alike whatever their locale.
import {
  type ApplicationOrder,
  MOST_COUNTED_APPLICATIONS,
} from '../core/applications/applications/application-store.ts';

export type Dialect = {
  /** Lower case of ASCII letters. */
  lower(text: string): string;
  /** Function of (text, part): where the part begins in the text, or 0. */
  position: 'instr' | 'strpos';
};

/** `back`: towards the start of the order · `all`: not those of one account. */
type Search = { order: ApplicationOrder; back: boolean; all: boolean };

/**
 * All applications have an index by id alone. Another order sorts the newest of them, so that a page never costs more
 * than that, however many there are.
 */
const FILTERED = 'login_activation, audience, admits_groups, owner_id';
const NEWEST = `(
  select id, version, name, updated_at, ${FILTERED} from applications where id < '~' and document_url is null order by id desc limit ${MOST_COUNTED_APPLICATIONS}
) as visible`;
/** Clients with a document are no applications that somebody looks for here (contract 46). */
const REGISTERED = '(select * from applications where document_url is null) as visible';
const OF_ACCOUNT = `(
  select id, version, name, updated_at, ${FILTERED} from applications where owner_id = $accountId and cast($owned as boolean)
  union
  select a.id, a.version, a.name, a.updated_at, a.login_activation, a.audience, a.admits_groups, a.owner_id
  from application_members m join applications a on a.id = m.application_id where m.account_id = $accountId
) as visible`;

/** Of the text, the state and the owner that a search asks for. */
const isWanted = ({ lower, position }: Dialect): string => `
  ${position}(${lower('name')}, ${lower('cast($text as text)')}) > 0
  and (cast($ownedBy as text) is null or owner_id = cast($ownedBy as text))
  and case cast($only as text)
    when 'on' then login_activation
    when 'off' then not login_activation
    when 'team' then audience = 'team' and not admits_groups
    else true end`;

/** @returns SQL with the values `accountId`, `owned`, `text`, `only` and `ownedBy` */
export const countStatement = (all: boolean, dialect: Dialect): string =>
  `select count(*) as count from ${all ? NEWEST : OF_ACCOUNT} where ${isWanted(dialect)}`;

/**
 * @returns SQL with the values `accountId`, `owned`, `text`, `only`, `ownedBy`, `key`, `id` and `limit`. Its rows are
 *   ids and versions: the store has most applications by their version
 */
export function searchStatement({ order, back, all }: Search, { lower, position }: Dialect): string {
  const keys: Record<ApplicationOrder, { column: string; type: string; descends: boolean }> = {
    name: { column: lower('name'), type: 'text', descends: false },
    newest: { column: 'id', type: 'text', descends: true },
    changed: { column: 'updated_at', type: 'bigint', descends: true },
  };
  const { column, type, descends } = keys[order];
  const [beyond, direction] = descends === back ? ['>', 'asc'] : ['<', 'desc'];
  const ofAll = order === 'newest' ? REGISTERED : NEWEST;
  return `
    select id, version from ${all ? ofAll : OF_ACCOUNT}
    where (${column}, id) ${beyond} (cast($key as ${type}), cast($id as text))
      and ${isWanted({ lower, position })}
    order by ${column} ${direction}, id ${direction} limit $limit`;
}

/** Something for each search, made once. */
export function forEachSearch<Made>(make: (search: Search) => Made): (search: Search) => Made {
  const keyOf = ({ order, back, all }: Search) => `${order} ${back} ${all}`;
  const made = new Map<string, Made>();
  for (const order of ['name', 'newest', 'changed'] as const) {
    for (const back of [false, true]) {
      for (const all of [false, true]) made.set(keyOf({ order, back, all }), make({ order, back, all }));
    }
  }
  return (search) => made.get(keyOf(search)) as Made;
}
