// The applications that a caller may see, in pages: in order of creation (contract 3), or searched and sorted.
import { mayOwnApplications } from '../../ground/accounts/account.ts';
import { toPlainText } from '../../ground/texts/plain-text.ts';
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';
import { MAX_NAME_LENGTH } from './application-faults.ts';
import type { ApplicationFilter, ApplicationOrder, PlaceInOrder } from './application-store.ts';
import { type Caller, reachesAll } from './find-application.ts';

/** @returns at most `limit` applications created after `afterId`, and whether there are more */
export async function listApplications(
  deps: Pick<Ports, 'applications'>,
  input: { caller: Caller; afterId: string | undefined; limit: number },
): Promise<{ applications: Application[]; more: boolean }> {
  const { caller, afterId, limit } = input;
  const accountId = reachesAll(caller) ? undefined : caller.accountId;
  const found = await deps.applications.list({
    accountId,
    owned: mayOwnApplications(caller.role),
    afterId,
    limit: limit + 1,
  });
  return { applications: found.slice(0, limit), more: found.length > limit };
}

/** What an order compares first. */
export function orderKeyOf({ id, name, updatedAt }: Application, order: ApplicationOrder): string | number {
  switch (order) {
    case 'name':
      return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    case 'newest':
      return id;
    case 'changed':
      return updatedAt;
  }
}

/** Before the first application of each order. */
const START: Readonly<Record<ApplicationOrder, PlaceInOrder>> = {
  name: { key: '', id: '' },
  newest: { key: '~', id: '~' },
  changed: { key: Number.MAX_SAFE_INTEGER, id: '~' },
};

export type ApplicationSearch = Pick<ApplicationFilter, 'text' | 'only'> & {
  /** Only those that the caller owns. */
  mine?: boolean;
  order: ApplicationOrder;
  /** Absent: the first page. `back`: the page ends there instead of beginning. */
  from?: { place: PlaceInOrder; back: boolean } | undefined;
};

const wantedBy = (caller: Caller, { text, only, mine = false }: Omit<ApplicationSearch, 'order'>) => ({
  accountId: reachesAll(caller) ? undefined : caller.accountId,
  owned: mayOwnApplications(caller.role),
  text: toPlainText(text).slice(0, MAX_NAME_LENGTH),
  only,
  ownedBy: mine ? caller.accountId : undefined,
});

/** How many applications a search finds on all its pages; of all applications at most `MOST_COUNTED_APPLICATIONS`. */
export const countApplications = (
  deps: Pick<Ports, 'applications'>,
  { caller, search }: { caller: Caller; search: Omit<ApplicationSearch, 'order'> },
): Promise<number> => deps.applications.countFound(wantedBy(caller, search));

/** @returns a page, with the places at which the one before it ends and the one after it begins, if there are any */
export async function searchApplications(
  deps: Pick<Ports, 'applications'>,
  input: { caller: Caller; search: ApplicationSearch; limit: number },
): Promise<{ applications: Application[]; before: PlaceInOrder | undefined; after: PlaceInOrder | undefined }> {
  const { caller, search, limit } = input;
  const { order, from } = search;
  const back = from?.back === true;
  const found = await deps.applications.search({
    ...wantedBy(caller, search),
    order,
    place: from?.place ?? START[order],
    back,
    limit: limit + 1,
  });
  // What was beyond the place is gone meanwhile.
  if (found.length === 0 && from) return searchApplications(deps, { ...input, search: { ...search, from: undefined } });
  const more = found.length > limit;
  const nearest = found.slice(0, limit);
  const applications = back ? nearest.reverse() : nearest;
  const placeOf = (one: Application | undefined) => one && { key: orderKeyOf(one, order), id: one.id };
  return {
    applications,
    before: (back ? more : from !== undefined) ? placeOf(applications[0]) : undefined,
    after: back || more ? placeOf(applications.at(-1)) : undefined,
  };
}
