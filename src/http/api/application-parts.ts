// The lists of an application as resources (contract 3): …/platforms, …/redirect-uris, …/consent-items and their
// entries. They share these routes and differ in what an entry is.
import type { FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import type { EntryList, SentEntry } from '../../core/applications/applications/change-parts.ts';
import type { Permission } from '../../core/applications/members/member.ts';
import type { ObjectSchema } from '../../schema/read-only.ts';
import { httpError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { applicationMethods, getApplication, type Handler, may, SHOWS_NOBODY } from './application-methods.ts';
import { routesOf } from './frame/route-table.ts';
import { rowId, sendList } from './frame/send-list.ts';
import { readChange } from './json/merge-patch.ts';
import { performEdit } from './perform-edit.ts';
import type { RegistrationDeps } from './registration-deps.ts';

/** One kind of list. */
export type Part<Entry, Draft> = {
  /** Of the list, in the path. */
  segment: string;
  /** The path parameter that identifies an entry. */
  parameter: string;
  nameOf(entry: Entry): string;
  list: EntryList<Entry, Draft>;
  read: (body: unknown) => SentEntry<Draft>;
  /** What a request and a response may have. */
  schema(): ObjectSchema;
  toJson(entry: Entry): object;
  /** False where an entry has a single member, which PUT replaces. */
  hasPatch: boolean;
};

/** Lists are in order of creation. */
type Kept = { createdAt: number };

export function partRoutes<Entry extends Kept, Draft>(deps: RegistrationDeps, part: Part<Entry, Draft>): ApiRoute[] {
  const of = applicationMethods(deps);
  const reach =
    (need: Permission) =>
    async (_: RegistrationDeps, request: FastifyRequest): Promise<Entry> =>
      entryOf(part, request, await getApplication(deps, request, need));
  const path = `/applications/:id/${part.segment}`;
  const one = `${path}/:${part.parameter}`;
  return routesOf({
    [`GET ${path}`]: { ...of(may('see'), list(part)), query: PAGE_QUERY, audit: SHOWS_NOBODY },
    [`POST ${path}`]: { ...of(may('change'), add(part)), body: 'json' },
    [`DELETE ${path}`]: of(may('change'), removeAll(part)),
    [`GET ${one}`]: { ...of(reach('see'), show(part)), audit: SHOWS_NOBODY },
    [`PUT ${one}`]: { ...of(reach('change'), change(part)), body: 'json' },
    ...(part.hasPatch && { [`PATCH ${one}`]: { ...of(reach('change'), change(part)), body: 'merge-patch' } as const }),
    [`DELETE ${one}`]: of(reach('change'), remove(part)),
  });
}

/** The entry in the path. @throws 404 if the application has no such entry */
function entryOf<Entry, Draft>(part: Part<Entry, Draft>, request: FastifyRequest, application: Application): Entry {
  const name = (request.params as Record<string, string>)[part.parameter];
  const entry = part.list.of(application).find((one) => part.nameOf(one) === name);
  if (!entry) throw httpError(404);
  return entry;
}

const list =
  <Entry extends Kept, Draft>(part: Part<Entry, Draft>): Handler =>
  async (deps, request, reply) => {
    const application = await getApplication(deps, request);
    const byCreation = part.list.of(application).toSorted((a, b) => a.createdAt - b.createdAt);
    const rows = byCreation.map((entry) => ({ id: rowId(entry, part.nameOf(entry)), json: part.toJson(entry) }));
    return sendList(deps, request, reply, { path: `/applications/${application.id}/${part.segment}`, rows });
  };

const add =
  <Entry, Draft>(part: Part<Entry, Draft>): Handler =>
  async ({ apiUrl }, request, reply) => {
    const sent = part.read(request.body);
    const application = await performEdit(request, (current) => part.list.add(current, sent));
    const [added] = part.list.of(application).slice(-1);
    if (!added) throw new Error('The list is empty after something was added');
    noteChange(request, { entry: part.nameOf(added) });
    const path = `/applications/${application.id}/${part.segment}/${part.nameOf(added)}`;
    return reply
      .code(201)
      .header('location', apiUrl + path)
      .send();
  };

const removeAll =
  <Entry, Draft>(part: Part<Entry, Draft>): Handler =>
  async (_, request, reply) => {
    await performEdit(request, (current) => {
      requireNoTag(request);
      return part.list.keep(current, []);
    });
    return reply.code(204).send();
  };

const show =
  <Entry, Draft>(part: Part<Entry, Draft>): Handler =>
  async (deps, request, reply) =>
    sendResource(request, reply, part.toJson(entryOf(part, request, await getApplication(deps, request))));

/** PUT and PATCH. */
const change =
  <Entry, Draft>(part: Part<Entry, Draft>): Handler =>
  async (_, request, reply) => {
    const application = await performEdit(request, (current) => {
      const entry = entryOf(part, request, current);
      const shown = part.toJson(entry);
      requireMatch(request, shown);
      return part.list.replace(current, entry, readChange(part.schema(), part.read, shown, request));
    });
    return sendChanged(reply, part.toJson(entryOf(part, request, application)));
  };

const remove =
  <Entry, Draft>(part: Part<Entry, Draft>): Handler =>
  async (_, request, reply) => {
    await performEdit(request, (current) => {
      const entry = entryOf(part, request, current);
      requireMatch(request, part.toJson(entry));
      const others = part.list.of(current).filter((one) => one !== entry);
      return part.list.keep(current, others);
    });
    return reply.code(204).send();
  };
