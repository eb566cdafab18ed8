// The document at /openapi: made from the declarations of all routes, and valid OpenAPI 3.1. test/stories/openapi.test.ts
// compares it with what the server does, test/processes/commands/built-openapi.test.ts with what the built program serves.
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/core/applications/application-events/application-event.ts';
import { apiRoutes } from '../../../src/http/api/api-routes.ts';
import { describeHosts } from '../../../src/http/openapi/document.ts';
import { openapiRoute } from '../../../src/http/openapi/openapi-route.ts';
import { OPERATIONS } from '../../../src/http/openapi/operations.ts';
import { describePaths } from '../../../src/http/openapi/paths.ts';
import type { Route, RouteMethod } from '../../../src/http/routes/route.ts';
import { messagesFor } from '../../../src/views/messages/messages-for.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { ApiDocument, type Media } from '../../helpers/openapi-document.ts';

type Json = { [member: string]: unknown };

const [apiUrl, authUrl] = ['https://api.example.com', 'https://auth.example.com'];
/** Declaring a route reads nothing. */
const ports = {} as never;
const described = {
  apiUrl,
  authUrl,
  apiRoutes: apiRoutes(ports, { apiUrl, clientAddressOf: () => undefined as never }),
  authRoutes: [openapiRoute('', { apiUrl, authUrl })],
};
const json = JSON.parse(JSON.stringify(describeHosts(described, OPERATIONS))) as Json;
const document = new ApiDocument(json);

const get: RouteMethod = { access: 'owner', scope: 'applications', body: 'none', handle: () => undefined };
const withRoute = (route: Route) => ({ ...described, apiRoutes: [...described.apiRoutes, route] });

describe('a route cannot be added without being described', () => {
  it('a route that is not described fails the build', () => {
    const hosts = withRoute({ path: '/new', errors: 'problem', methods: { GET: get } });
    expect(() => describePaths(hosts, OPERATIONS)).toThrow('The route GET /new is not described for /openapi.');
  });

  it('so does a path parameter that is not described', () => {
    const hosts = withRoute({ path: '/new/:unheard', errors: 'problem', methods: { GET: get } });
    expect(() => describePaths(hosts, OPERATIONS)).toThrow('The path parameter unheard is not described');
  });

  it('so does a description without a route', () => {
    const words = { ...OPERATIONS, 'GET /gone': OPERATIONS['GET /consent-items'] as never };
    expect(() => describePaths(described, words)).toThrow('/openapi describes what no route declares: GET /gone.');
  });

  it('so does a body that is not described', () => {
    const hosts = withRoute({ path: '/new', errors: 'problem', methods: { POST: { ...get, body: 'json' } } });
    const words = { ...OPERATIONS, 'POST /new': { ...OPERATIONS['GET /consent-items'], id: 'new' } as never };
    expect(() => describePaths(hosts, words)).toThrow('What POST /new reads is not described rightly.');
  });
});

describe('OpenAPI 3.1', () => {
  it.each(LANGUAGES)('every group of operations has a name on the page of the reference in "%s"', (language) => {
    const names = messagesFor(language).reference.api.groups;
    const tags = new Set(Object.values(OPERATIONS).map(({ tag }) => tag));
    expect([...tags].filter((tag) => !Object.hasOwn(names, tag))).toEqual([]);
  });

  it('has the members that a document must have', () => {
    expect(json).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: apiUrl }],
    });
    const known = ['openapi', 'info', 'servers', 'tags', 'paths', 'webhooks', 'components'];
    expect(Object.keys(json).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('every reference leads somewhere, and every component is used', () => {
    const references = [...JSON.stringify(json).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    for (const ref of new Set(references)) expect(document.resolve({ $ref: ref })).toEqual(expect.any(Object));
    const components = Object.entries(json.components as Record<string, Json>)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
    expect(components.filter((component) => !references.includes(component))).toEqual([]);
  });

  it('every operation has an id of its own, a summary, a declared tag and declared security', () => {
    const ids = document.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (json.tags as { name: string }[]).map(({ name }) => name);
    const { securitySchemes } = json.components as Record<string, Json>;
    for (const operation of document.operations) {
      expect(operation.id).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
      const schemes = operation.security.flatMap((one) => Object.keys(one));
      expect(Object.keys(securitySchemes ?? {})).toEqual(expect.arrayContaining(schemes));
    }
    expect(new Set(document.operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags));
  });

  it('contract 11: what has a default may be left out of a request, and is always in an answer', () => {
    const { schemas } = json.components as { schemas: Record<string, Json> };
    // openapi-typescript and others make a member with the keyword one that must be sent.
    // A scope of an API has a member of this name, which is described by an object.
    expect(JSON.stringify(schemas)).not.toMatch(/"default":(?!\{)/);
    const membersOf = (name: string) => Object.keys(schemas[name]?.properties as Json);
    const { required, properties } = schemas.ApplicationInput as { required: string[]; properties: Json };
    expect(required).toEqual(['name']);
    expect(properties.login_activation).toMatchObject({ description: expect.stringContaining('Default: OFF.') });
    expect(schemas.Application?.required).toEqual(
      expect.arrayContaining([
        'login_activation',
        'require_pkce',
        'client_secret_required',
        'audience',
        'redirect_uris',
      ]),
    );
    expect(schemas.AccountInput?.required).toEqual(['email']);
    for (const name of ['EventDelivery', 'EventEndpoint', 'ClientSecret', 'Policy', 'RedirectUri', 'Connection']) {
      expect(schemas[name]?.required, name).toEqual(membersOf(name));
    }
  });

  it('contract 29: machine tokens are a scheme of their own, and each operation names the scopes it needs', () => {
    const securityOf = (id: string) => document.operation(id).security;
    expect(securityOf('listAudit')).toEqual([{ apiToken: ['audit'] }, { machineToken: ['audit'] }]);
    const both = ['accounts:write', 'accounts:read'];
    expect(securityOf('patchAccount')).toEqual([{ apiToken: both }, { machineToken: both }]);
    for (const id of ['createApplication', 'inviteMember']) {
      expect(securityOf(id)).toEqual([{ apiToken: ['applications'] }]);
    }
  });

  it('contract 60: webhooks describe every type of event, with an example that keeps its schema', () => {
    const webhooks = json.webhooks as Record<string, { post: { requestBody: { content: Record<string, Media> } } }>;
    expect(Object.keys(webhooks)).toEqual([...EVENT_TYPES, 'test']);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'] as Media;
      expect(document.faultsOf(schema, example), type).toEqual([]);
      const wrong = { ...(example as Json), type: 'another' };
      expect(document.allows(schema, wrong)).toBe(false);
      expect(document.allows(schema, { ...(example as Json), newer: 1 })).toBe(true);
    }
  });

  it('the parameters in a path are those that its template names', () => {
    for (const { path, parameters } of document.operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('every operation promises one success, its refusals, and a shape for the unforeseen', () => {
    for (const { responses } of document.operations) {
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(['400', '503', 'default']));
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description).toMatch(/\.$/);
        if (/^[45d]/.test(status)) expect(content).toHaveProperty(['application/problem+json']);
        if (['201', '204', '304'].includes(status)) expect(content).toBeUndefined();
      }
    }
  });

  it('every schema keeps the dialect of JSON Schema that OpenAPI 3.1 names', () => {
    const { schemas } = json.components as { schemas: Record<string, Json> };
    const inline = document.operations.flatMap(({ parameters, responses }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content, headers }) =>
        [...Object.values(content ?? {}), ...Object.values(headers ?? {})].map(({ schema }) => schema),
      ),
    ]);
    for (const schema of [...Object.values(schemas), ...inline]) {
      expect(() => document.faultsOf(schema, undefined)).not.toThrow();
    }
  });

  it('every JSON answer and body has an example', () => {
    for (const { id, body, responses } of document.operations.filter((one) => one.id !== 'getDescription')) {
      const media = [body?.content, responses['200']?.content].map((content) => content?.['application/json']);
      for (const one of media) if (one) expect(one, id).toHaveProperty('example');
    }
  });
});
