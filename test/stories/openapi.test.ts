// A program that knows nothing but the document at /openapi drives every route and method, with what the document says
// is right and with what it says is wrong (contract 3, 9; cases N2, N3, N5). Whatever it sends, it is never answered by
// a 5xx, and every answer is one that the operation declares.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { newSub } from '../../src/core/ground/secrets.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { MAX_POLICY_BYTES } from '../../src/http/wire/message-rules.ts';
import { someAccount } from '../contract/stores/given.ts';
import { APPLICATION, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { hostileBodies, wrongBodies } from '../helpers/openapi-bodies.ts';
import { ApiClient, type Call, type Values } from '../helpers/openapi-client.ts';
import { type Answer, ApiDocument, type Operation } from '../helpers/openapi-document.ts';
import { registerApplication } from '../helpers/server.ts';

let hosts: Hosts;
let document: ApiDocument;
let client: ApiClient;
/** Another owner, somebody who is none, and an access token. */
let strangers: { owner: string; user: string; accessToken: string };
/** Everything that an answer was not promised to be. */
let faults: string[];

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  document = new ApiDocument(await (await fetch(`${hosts.authUrl}/openapi`)).json());
  // The world that the document's examples speak of: a user who agreed to the nickname only, and Kim, who has an
  // account.
  const es256 = { ...APPLICATION, id_token_signed_response_alg: 'ES256' };
  const seeded = await givenClient(hosts, es256, {});
  const accessToken = `Bearer ${(await seeded.tokens()).access_token}`;
  await account('kim@example.com', 'user', 'Kim');
  const owner = await hosts.owner('acme@example.com');
  const { id } = await registerApplication(hosts, owner, es256);
  await seedConnections(id, 8);
  strangers = {
    owner: `Bearer ${seeded.owner.apiToken}`,
    user: await tokenOf(await account('nobody@example.com', 'user', 'Nobody')),
    accessToken,
  };
  const staffToken = await tokenOf(await account('staff@example.com', 'operator', 'Staff'), [
    ...['policy', 'accounts:read', 'accounts:write', 'audit', 'groups', 'apis'],
  ]);
  const credentials = { apiToken: `Bearer ${owner.apiToken}`, staffToken, accessToken };
  for (const host of ['claude.ai', 'vscode.dev']) await hosts.ports.clientDocuments.block(host, hosts.clock.now());
  const people = await seedPeople(60);
  client = new ApiClient(document, credentials, (example, made) =>
    example
      // An address has one account, a name one group, a resource one API, and an account is in a group once.
      .replace('new.person@', `new.person.${made}@`)
      .replace('"name":"sre"', `"name":"sre-${made}"`)
      .replace('//billing.', `//billing-${made}.`)
      .replace('"name":"billing.read"', `"name":"billing.read-${made}"`)
      .replace(/"account":"[0-9a-f]{32}"/, () => `"account":"${people.pop()}"`),
  );
});

afterAll(async () => {
  client?.close();
  await hosts?.stop();
});

async function account(email: string, role: 'user' | 'owner' | 'operator', nickname: string): Promise<string> {
  await createAccount(hosts.ports, { email, role, nickname, password: 'correct horse battery staple' });
  return email;
}

async function tokenOf(email: string, scopes?: readonly string[]): Promise<string> {
  const made = await createApiToken(hosts.ports, {
    email,
    name: 'tests',
    expiresInDays: 90,
    ...(scopes && { scopes }),
  });
  if (made.kind !== 'created') throw new Error(`${made.kind}: ${email}`);
  return `Bearer ${made.token}`;
}

async function seedPeople(count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => someAccount({ email: `member-${index}@shop.example` }));
  for (const person of people) await hosts.ports.accounts.insert(person);
  return people.map(({ id }) => id);
}

async function seedConnections(applicationId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id: accountId, ...person } = someAccount({ email: `mina-${index}@shop.example` });
    await hosts.ports.accounts.insert({ ...person, id: accountId });
    const now = hosts.clock.now();
    const answers = { nickname: { agreed: true, answeredAt: now } };
    await hosts.ports.connections.agree({ applicationId, accountId, sub: newSub(), answers, now });
  }
}

/** Runs `look` for each operation and expects that nothing was found wrong. */
async function forEach(chosen: (operation: Operation) => boolean, look: (operation: Operation) => Promise<void>) {
  faults = [];
  const operations = document.operations.filter(chosen);
  expect(operations.length).toBeGreaterThan(0);
  for (const operation of operations) await look(operation);
  expect(faults).toEqual([]);
}

/** For what is refused: it leaves nothing behind that the next could stumble over. */
const atOnce = async <T>(cases: readonly T[], look: (one: T) => Promise<void>) =>
  void (await Promise.all(cases.map(look)));

const blame = (operation: Operation, what: string, fault: string): void => {
  faults.push(`${operation.id}, ${what}: ${fault}`);
};

/** Whatever was sent, the answer is one that was promised. */
function judge(operation: Operation, what: string, answer: Answer, wanted?: number | readonly number[]): Answer {
  for (const fault of document.checkAnswer(operation, answer)) blame(operation, what, fault);
  if (answer.status >= 500) blame(operation, what, `a ${answer.status}`);
  const statuses = typeof wanted === 'number' ? [wanted] : wanted;
  if (statuses && !statuses.includes(answer.status)) {
    blame(operation, what, `answered ${answer.status} instead of ${statuses}: ${answer.text.slice(0, 300)}`);
  }
  return answer;
}

const successOf = (operation: Operation): number =>
  Number(Object.keys(operation.responses).find((status) => status.startsWith('2')));

const declares = (operation: Operation, name: string): boolean =>
  operation.parameters.some((parameter) => parameter.name === name);

/** A look at the audit is an entry of the next one. */
const showsTheSame = ({ id }: Operation): boolean => id !== 'listAudit';

/** The operation that shows what this one is about, where there is one. */
const shower = ({ path }: Operation): Operation | undefined =>
  document.operations.find((one) => one.method === 'GET' && one.path === path && showsTheSame(one));

async function shown(operation: Operation, values: Values): Promise<string> {
  const get = shower(operation);
  return get ? (await client.call(get, { values })).text : '';
}

describe('the document', () => {
  it('contract 1: is public, cacheable and open to every origin', async () => {
    const response = await fetch(`${hosts.authUrl}/openapi`, { headers: { origin: 'https://docs.example' } });
    expect(response.status).toBe(200);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    const again = await fetch(`${hosts.authUrl}/openapi`, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(`${hosts.apiUrl}/openapi`)).status).toBe(404);
  });

  it('contract 1: names both hosts', () => {
    expect([...new Set(document.operations.map(({ server }) => server))].sort()).toEqual(
      [hosts.authUrl, hosts.apiUrl].sort(),
    );
  });
});

describe('what the document says is right', () => {
  it('every operation does with its example what it says, by each media type', async () => {
    await forEach(
      () => true,
      async (operation) => {
        for (const type of Object.keys(operation.body?.content ?? { none: {} })) {
          const values = await client.given(operation.path);
          const answer = await client.callWithExample(operation, { values }, type);
          judge(operation, `its example as ${type}`, answer, successOf(operation));
          const promised = operation.responses[String(answer.status)]?.content?.['application/json']?.example;
          const isList = Array.isArray(promised);
          if (promised !== undefined && !isList) {
            const [got, told] = [withoutMade(JSON.parse(answer.text)), withoutMade(promised)];
            if (JSON.stringify(got) !== JSON.stringify(told)) blame(operation, 'its example', `is not ${answer.text}`);
          }
        }
      },
    );
  });

  it('every example keeps its schema', () => {
    faults = [];
    for (const operation of document.operations) {
      const contents = [operation.body?.content, ...Object.values(operation.responses).map(({ content }) => content)];
      for (const { schema, example } of contents.flatMap((content) => Object.values(content ?? {}))) {
        if (example === undefined) continue;
        for (const fault of document.faultsOf(schema, example)) blame(operation, 'an example', fault);
      }
    }
    expect(faults).toEqual([]);
  });

  it('contract 3: what GET gave can be sent back by PUT, and is what it was', async () => {
    await forEach(
      (operation) => operation.method === 'PUT' && readsJson(operation),
      async (operation) => {
        const values = await client.given(operation.path);
        const before = await shown(operation, values);
        const headers = { 'content-type': 'application/json' };
        const answer = judge(
          operation,
          'GET to PUT',
          await client.call(operation, { values, headers, body: before }),
          200,
        );
        const isSame =
          JSON.stringify(withoutMade(JSON.parse(answer.text))) === JSON.stringify(withoutMade(JSON.parse(before)));
        if (!isSame) blame(operation, 'GET to PUT', `${before} became ${answer.text}`);
      },
    );
  });

  it('contract 3: a PATCH of nothing, or of one member, changes nothing else', async () => {
    await forEach(
      ({ method }) => method === 'PATCH',
      async (operation) => {
        const values = await client.given(operation.path);
        const { schema, example } = operation.body?.content['application/json'] ?? { schema: {} };
        const before = JSON.parse(await shown(operation, values)) as Values;
        const members = Object.keys(document.resolve(schema).properties as object);
        const asItIs = members.map((name) => ({ [name]: before[name] ?? null }));
        const changes = Object.entries(example as object).map(([name, value]) => ({ [name]: value }));
        for (const patch of [{}, ...asItIs, ...changes]) {
          const was = JSON.parse(await shown(operation, values)) as Values;
          const body = JSON.stringify(patch);
          const answer = judge(operation, body, await sendJson(operation, values, body), 200);
          const now = JSON.parse(answer.text) as Values;
          const wanted = { ...was, ...patch } as Values;
          const others = Object.keys({ ...now, ...wanted }).filter(
            (name) =>
              !TIMES_OF_CHANGES.includes(name) &&
              JSON.stringify(now[name] ?? null) !== JSON.stringify(wanted[name] ?? null),
          );
          if (others.length > 0) blame(operation, body, `${others} became ${answer.text}`);
        }
      },
    );
  });

  it('contract 3: pages of one row, by Link, give the same rows as one page', async () => {
    await forEach(
      (operation) => declares(operation, 'cursor') && showsTheSame(operation),
      async (operation) => {
        const values = (await client.find(operation.path)) ?? {};
        const whole = JSON.parse((await client.call(operation, { values, query: '?limit=100' })).text) as unknown[];
        const rows: unknown[] = [];
        let query: string | undefined = '?limit=1';
        while (query !== undefined && rows.length <= whole.length) {
          const page = judge(operation, query, await client.call(operation, { values, query }), 200);
          rows.push(...(JSON.parse(page.text) as unknown[]));
          query = /<[^?]+(\?[^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1];
        }
        if (JSON.stringify(rows) !== JSON.stringify(whole))
          blame(operation, 'pages', `${rows.length} of ${whole.length}`);
      },
    );
  });

  it('contract 3: preconditions hold where they are declared, and every PUT, PATCH and DELETE declares If-Match', async () => {
    await forEach(
      ({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method),
      async (operation) => {
        if (!declares(operation, 'If-Match')) blame(operation, 'If-Match', 'is not declared');
      },
    );
    await forEach(
      (operation) => declares(operation, 'If-Match') || declares(operation, 'If-None-Match'),
      async (operation) => {
        const values = await client.given(operation.path);
        const get = shower(operation) ?? operation;
        const { etag } = (await client.call(get, { values })).headers;
        const call = (headers: Record<string, string>) => client.callWithExample(operation, { values, headers });
        if (declares(operation, 'If-None-Match')) {
          judge(operation, 'If-None-Match', await call({ 'if-none-match': String(etag) }), 304);
          judge(operation, 'another If-None-Match', await call({ 'if-none-match': '"other"' }), 200);
          return;
        }
        const before = await shown(operation, values);
        // A list has no tag: whichever is named, it is not that of the list.
        for (const wrong of ['"other"', 'no tag', `W/${etag}`, '"', ', ,']) {
          judge(operation, `If-Match: ${wrong}`, await call({ 'if-match': wrong }), 412);
        }
        if ((await shown(operation, values)) !== before) blame(operation, 'If-Match', 'changed something');
        const right = etag === undefined ? '*' : `"other", ${etag}`;
        judge(operation, `If-Match: ${right}`, await call({ 'if-match': right }), successOf(operation));
      },
    );
  });

  it('contract 9: HEAD follows GET, OPTIONS and 405 tell the methods that the document has', async () => {
    await forEach(
      ({ method }) => method === 'GET',
      async (operation) => {
        const values = await client.given(operation.path);
        const got = await client.call(operation, { values });
        const head = await client.call(operation, { values, method: 'HEAD' });
        if (head.status !== got.status || head.text !== '') blame(operation, 'HEAD', `answered ${head.status}`);
        const methods = document.operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
        const wanted = [...methods, 'HEAD', 'OPTIONS'].sort().join();
        for (const method of ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']) {
          if (methods.includes(method)) continue;
          const { status, headers } = await client.call(operation, { values, method });
          const allowed = String(headers.allow).split(', ').sort().join();
          if (status !== (method === 'OPTIONS' ? 204 : 405)) blame(operation, method, `answered ${status}`);
          else if (allowed !== wanted) blame(operation, method, `allows ${allowed}`);
        }
      },
    );
  });
});

describe('what the document says is wrong', () => {
  it('contract 3: a body that the schema refuses is 400, and a pointer leads to what is wrong; nothing changes', async () => {
    await forEach(readsJson, async (operation) => {
      const { schema, example } = operation.body?.content['application/json'] ?? { schema: {} };
      const values = await client.given(operation.path);
      const before = await shown(operation, values);
      await atOnce(wrongBodies(document, schema, example), async ({ pointer, why, body }) => {
        const answer = judge(
          operation,
          `${pointer} ${why}`,
          await sendJson(operation, values, JSON.stringify(body)),
          // Whoever may give no role is told so whatever role was sent (contract 32).
          pointer === '/role' ? [400, 403] : 400,
        );
        if (answer.status === 403) return;
        const pointers = pointersIn(answer);
        // What is around it is named where the whole of that is out of place.
        const isLed = pointers.some((one) => isAt(one, pointer) || (one !== '' && isAt(pointer, one)));
        if (!isLed) blame(operation, `${pointer} ${why}`, `only ${pointers} are named`);
      });
      if ((await shown(operation, values)) !== before) blame(operation, 'wrong bodies', 'changed something');
    });
  });

  it('contract 9: a body that is no JSON, of another type, or too large', async () => {
    await forEach(readsJson, async (operation) => {
      const values = await client.given(operation.path);
      const before = await shown(operation, values);
      const unreadable = ['{"a":1,"a":2}', '{', 'null null', '{"\\u0000":1}', '{"a":"\\ud800"}', '{"__proto__":{}}'];
      const deep = '['.repeat(40) + ']'.repeat(40);
      const bodies = [...unreadable, deep, ...(operation.body?.required ? [''] : [])];
      await atOnce([...bodies, Buffer.from([0x22, 0xff, 0x22])], async (body) => {
        judge(operation, String(body), await sendJson(operation, values, body), 400);
      });
      // The policy has lists that are longer than any other body.
      const most = operation.path === '/policy' ? MAX_POLICY_BYTES : 64 * 1024;
      const large = JSON.stringify({ name: 'x'.repeat(most) });
      judge(operation, 'too large', await sendJson(operation, values, large), 413);
      const types = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', 'x'];
      const others = [{ 'content-encoding': 'gzip' }, ...types.map((type) => ({ 'content-type': type }))];
      await atOnce(others, async (headers) => {
        judge(operation, JSON.stringify(headers), await sendJson(operation, values, '{}', headers), 415);
      });
      if ((await shown(operation, values)) !== before) blame(operation, 'unreadable bodies', 'changed something');
    });
  });

  it('contract 9: a body where the operation has none', async () => {
    await forEach(
      ({ body, method }) => !body && method !== 'POST',
      async (operation) => {
        const values = await client.given(operation.path);
        judge(operation, 'a body', await sendJson(operation, values, '{}'), 400);
        if (operation.method === 'DELETE') judge(operation, 'then', await client.call(operation, { values }), 204);
      },
    );
  });

  it('case N5: limits and cursors that are forged, foreign or out of range', async () => {
    const foreign = await foreignCursor();
    await forEach(
      (operation) => declares(operation, 'limit'),
      async (operation) => {
        const values = await client.given(operation.path);
        const limits = [
          '0',
          '-1',
          '101',
          '1000000000',
          '1.5',
          '1e1',
          '0x10',
          'ten',
          '%2B1',
          '1;drop',
          '٣',
          '%00',
          '%zz',
        ];
        const cursors = ['x', '00', '0'.repeat(96), 'ff'.repeat(40), foreign, `${foreign}00`, "'--", 'x'.repeat(4000)];
        const queries = [
          ...limits.map((limit) => `?limit=${encodeURI(limit).replaceAll('%25', '%')}`),
          ...cursors.map((cursor) => `?cursor=${cursor}`),
          '?limit=1&limit=2',
          `?cursor=${foreign}&cursor=${foreign}`,
        ];
        await atOnce(queries, async (query) => {
          judge(operation, query, await client.call(operation, { values, query }), 400);
        });
      },
    );
  });

  it('contract 9: an Accept that allows nothing of what is declared is 406', async () => {
    await forEach(
      ({ responses }) => responses['406'] !== undefined,
      async (operation) => {
        const values = await client.given(operation.path);
        const before = await shown(operation, values);
        for (const accept of ['image/gif', 'application/json;q=0', 'text/html, application/xml']) {
          judge(operation, accept, await client.callWithExample(operation, { values, headers: { accept } }), 406);
        }
        if ((await shown(operation, values)) !== before) blame(operation, 'Accept', 'changed something');
        const headers = { accept: 'text/html, */*;q=0.1' };
        judge(operation, '*/*', await client.callWithExample(operation, { values, headers }), successOf(operation));
      },
    );
  });

  it('contract 3, cases N1, N3: without the credentials that the operation names, nothing is told or changed', async () => {
    const { owner, user, accessToken } = strangers;
    await forEach(
      ({ security }) => security.length > 0,
      async (operation) => {
        const values = await client.given(operation.path);
        const before = await shown(operation, values);
        const as = (authorization: string | null) => client.callWithExample(operation, { values, authorization });
        const forOwners = operation.responses['403'] !== undefined;
        const isForStaff = /accounts:|groups|apis/.test(JSON.stringify(operation.security));
        const usesApiToken = 'apiToken' in (operation.security[0] ?? {});
        const tries: [string | null, number][] = [
          [null, 401],
          ['Basic dTpw', 401],
          ['Bearer lk_api_unknown', 401],
          ['Bearer lk_at_unknown', 401],
          ['Bearer', 400],
          ['Bearer two words', 400],
          [usesApiToken ? accessToken : owner, 401],
          ...(forOwners ? ([[user, 403]] as [string, number][]) : []),
          ...(forOwners && operation.path.includes('{')
            ? ([[owner, isForStaff ? 403 : 404]] as [string, number][])
            : []),
        ];
        await atOnce(tries, async ([authorization, status]) => {
          judge(operation, `Authorization: ${authorization}`, await as(authorization), status);
        });
        if ((await shown(operation, values)) !== before) blame(operation, 'strangers', 'changed something');
      },
    );
  });

  it('contract 3: names in the path that lead nowhere are 404, unreadable ones 400', async () => {
    const names = ['0'.repeat(32), "'or'1", 'x'.repeat(300), 'a%2Fb', '..', 'constructor'];
    await forEach(
      ({ path }) => path.includes('{'),
      async (operation) => {
        const real = await client.given(operation.path);
        for (const parameter of Object.keys(real)) {
          await atOnce([...names, '%00', '%ff'], async (name) => {
            const answer = await client.callWithExample(operation, { values: { ...real, [parameter]: name } });
            judge(operation, `${parameter} ${name}`, answer, name.startsWith('%') ? 400 : 404);
          });
        }
      },
    );
  });

  it('case N2: whatever stands in a body, the answer is one that is declared', async () => {
    await forEach(readsJson, async (operation) => {
      const { schema, example } = operation.body?.content['application/json'] ?? { schema: {} };
      const values = await client.given(operation.path);
      for (const body of hostileBodies(document, schema, example)) {
        judge(operation, JSON.stringify(body), await sendJson(operation, values, JSON.stringify(body)));
      }
    });
  });
});

const TIMES_OF_CHANGES = ['updated_at', 'disabled_at'];

const readsJson = ({ body }: Operation): boolean => body?.content['application/json'] !== undefined;

function sendJson(operation: Operation, values: Values, body: Call['body'], headers: Record<string, string> = {}) {
  return client.call(operation, { values, body, headers: { 'content-type': 'application/json', ...headers } });
}

const isAt = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`);

function pointersIn({ text }: Answer): string[] {
  const { errors = [] } = JSON.parse(text) as { errors?: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer);
}

/** A cursor of a real list, of another owner. */
async function foreignCursor(): Promise<string> {
  const create = document.operation('createApplication');
  for (let count = 0; count < 2; count += 1) await client.callWithExample(create, { authorization: strangers.owner });
  const list = document.operation('listApplications');
  const page = await client.call(list, { query: '?limit=1', authorization: strangers.owner });
  return /cursor=([0-9a-f]+)/.exec(String(page.headers.link))?.[1] ?? '';
}

/** `from`, `to` and `days` of statistics depend on the day they are asked for. */
const MADE = new Set([
  'blocked_at',

  'account',
  'added_at',
  'id',
  'api_key',
  'created_at',
  'updated_at',
  'sub',
  'client_secret',
  'secret',
  'invitation_uri',
  'email',
  'disabled_at',
  'password_link',
  'expires_at',
  'from',
  'to',
  'days',
]);

/** Without what the server makes up. */
const withoutMade = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => {
      if (MADE.has(name)) return undefined;
      return typeof member === 'string'
        ? member.replace(/^((?:https:\/\/)?(?:sre|billing(?:\.read)?))-\d+/, '$1')
        : member;
    }),
  );
