// The lists of an application as resources (contract 3): …/platforms, …/redirect-uris, …/consent-items and their
// entries. They share these routes and differ in what an entry is.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/application.ts';
import type { EntryList, SentEntry } from '../../core/applications/change-parts.ts';
import type { Need } from '../../core/members/member.ts';
import type { ObjectSchema } from '../../schema/read-only.ts';
import { httpError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import { NO_QUERY, PAGE_QUERY } from '../routes/query-parameters.ts';
import type { ApiRoute, RouteMethod } from '../routes/route.ts';
import { requireMatch, requireNoTag, sendChanged, sendResource } from '../wire/entity-tags.ts';
import { getApplication } from './applications.ts';
import { mergePatch, readOnlyFaults } from './json/merge-patch.ts';
import { performEdit } from './perform-edit.ts';
import type { RegistrationDeps } from './registration-deps.ts';
import { rowId, sendList } from './send-list.ts';

/** One kind of list. */
export type Part<Entry, Draft> = {
  /** Of the list, in the path. */
  segment: string;
  /** The path parameter that identifies an entry. */
  parameter: string;
  nameOf(entry: Entry): string;
  list: EntryList<Entry, Draft>;
  read(body: unknown): SentEntry<Draft>;
  /** What a request and a response may have. */
  schema(): ObjectSchema;
  toJson(entry: Entry): object;
  /** False where an entry has a single member, which PUT replaces. */
  hasPatch: boolean;
};

/** Lists are in order of creation. */
type Kept = { createdAt: number };
type Of<Entry, Draft> = { deps: RegistrationDeps; part: Part<Entry, Draft> };

export function partRoutes<Entry extends Kept, Draft>(deps: RegistrationDeps, part: Part<Entry, Draft>): ApiRoute[] {
  const of = { deps, part };
  const shared = { access: 'owner', scope: 'applications', query: NO_QUERY, produces: ['application/json'] } as const;
  const who = (need: Need) => ({
    ...shared,
    beforeBody: (request: FastifyRequest) => getApplication(deps, request, need),
  });
  const whoOfEntry = (need: Need) => ({
    ...shared,
    beforeBody: async (request: FastifyRequest) => entryOf(part, request, await getApplication(deps, request, need)),
  });
  const handle: RouteMethod['handle'] = (request, reply) => change(of, request, reply);
  const path = `/applications/:id/${part.segment}`;
  return [
    {
      path,
      errors: 'problem',
      methods: {
        GET: {
          ...who('see'),
          query: PAGE_QUERY,
          body: 'none',
          audit: 'harmless: shows the application, no person',
          handle: (request, reply) => list(of, request, reply),
        },
        POST: { ...who('change'), body: 'json', handle: (request, reply) => add(of, request, reply) },
        DELETE: { ...who('change'), body: 'none', handle: (request, reply) => removeAll(of, request, reply) },
      },
    },
    {
      path: `${path}/:${part.parameter}`,
      errors: 'problem',
      methods: {
        GET: {
          ...whoOfEntry('see'),
          body: 'none',
          audit: 'harmless: shows the application, no person',
          handle: (request, reply) => show(of, request, reply),
        },
        PUT: { ...whoOfEntry('change'), body: 'json', handle },
        ...(part.hasPatch && { PATCH: { ...whoOfEntry('change'), body: 'merge-patch', handle } }),
        DELETE: { ...whoOfEntry('change'), body: 'none', handle: (request, reply) => remove(of, request, reply) },
      },
    },
  ];
}

/** The entry in the path. @throws 404 if the application has no such entry */
function entryOf<Entry, Draft>(part: Part<Entry, Draft>, request: FastifyRequest, application: Application): Entry {
  const name = (request.params as Record<string, string>)[part.parameter];
  const entry = part.list.of(application).find((one) => part.nameOf(one) === name);
  if (!entry) throw httpError(404);
  return entry;
}

async function list<Entry extends Kept, Draft>(
  { deps, part }: Of<Entry, Draft>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const application = await getApplication(deps, request);
  const byCreation = part.list.of(application).toSorted((a, b) => a.createdAt - b.createdAt);
  const rows = byCreation.map((entry) => ({ id: rowId(entry, part.nameOf(entry)), json: part.toJson(entry) }));
  return sendList(deps, request, reply, { path: `/applications/${application.id}/${part.segment}`, rows });
}

async function add<Entry, Draft>({ deps, part }: Of<Entry, Draft>, request: FastifyRequest, reply: FastifyReply) {
  const sent = part.read(request.body);
  const application = await performEdit(request, (current) => part.list.add(current, sent));
  const [added] = part.list.of(application).slice(-1);
  if (!added) throw new Error('The list is empty after something was added');
  noteChange(request, { entry: part.nameOf(added) });
  const path = `/applications/${application.id}/${part.segment}/${part.nameOf(added)}`;
  return reply
    .code(201)
    .header('location', deps.apiUrl + path)
    .send();
}

async function removeAll<Entry, Draft>({ part }: Of<Entry, Draft>, request: FastifyRequest, reply: FastifyReply) {
  await performEdit(request, (current) => {
    requireNoTag(request);
    return part.list.keep(current, []);
  });
  return reply.code(204).send();
}

async function show<Entry, Draft>({ deps, part }: Of<Entry, Draft>, request: FastifyRequest, reply: FastifyReply) {
  return sendResource(request, reply, part.toJson(entryOf(part, request, await getApplication(deps, request))));
}

/** PUT and PATCH. */
async function change<Entry, Draft>({ part }: Of<Entry, Draft>, request: FastifyRequest, reply: FastifyReply) {
  const { method, body } = request;
  const application = await performEdit(request, (current) => {
    const entry = entryOf(part, request, current);
    const shown = part.toJson(entry);
    requireMatch(request, shown);
    if (method !== 'PATCH') return part.list.replace(current, entry, part.read(body));
    const { draft, faults } = part.read(mergePatch(shown, body));
    const sent = { draft, faults: [...faults, ...readOnlyFaults(part.schema(), shown, body)] };
    return part.list.replace(current, entry, sent);
  });
  return sendChanged(reply, part.toJson(entryOf(part, request, application)));
}

async function remove<Entry, Draft>({ part }: Of<Entry, Draft>, request: FastifyRequest, reply: FastifyReply) {
  await performEdit(request, (current) => {
    const entry = entryOf(part, request, current);
    requireMatch(request, part.toJson(entry));
    const others = part.list.of(current).filter((one) => one !== entry);
    return part.list.keep(current, others);
  });
  return reply.code(204).send();
}
