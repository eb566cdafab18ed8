// The SDKs of MCP clients with the example MCP server, and a document as their makers publish one (contract 45, 46):
// from the first 401 through consent to a tool, a refresh, and a tool that needs another scope. Then MCP's own suite for
// authorization servers. `npm run test:recipes`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { requestOf, sendToken } from '../helpers/document-clients.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { type ClientProgram, type GivenMcp, givenMcp } from './given-mcp.ts';
import { PYTHON } from './runtimes.ts';

let given: GivenMcp;
beforeAll(async () => {
  given = await givenMcp();
});
afterAll(() => given?.stop());

const node = { program: process.execPath, file: 'client.mjs' };
const SDKS: readonly [string, ClientProgram][] = [
  ['@modelcontextprotocol/sdk 1.x', { ...node, environment: { SDK: '1' } }],
  ['@modelcontextprotocol/client 2.x', node],
  ['mcp 2.x of Python', { program: PYTHON, file: 'client.py' }],
];
const CLOSED = 'You can close this page.';

test.each(SDKS)('%s, with the example', async (_, sdk) => {
  const client = await given.client(sdk, given.notes, ['list_notes', 'expire', 'list_notes', 'add_note', 'list_notes']);
  const browser = new Browser();
  const visit = async (times: number) => browser.open(String(await client.told('open', times)));

  const consent = await signUp(browser, await visit(1), newPerson());
  for (const words of ['Notes client', '127.0.0.1', 'Read notes']) expect(consent.text).toContain(words);
  expect(consent.text).not.toContain('Write notes');
  expect((await agree(browser, consent, { item: ['notes.read'] })).text).toBe(CLOSED);
  const more = await visit(2);
  expect(more.text).toContain('Write notes');
  expect((await agree(browser, more, { item: ['notes.read', 'notes.write'] })).text).toBe(CLOSED);

  await client.told('done');
  const read = { scope: 'notes.read', refreshable: true };
  const open = expect.stringContaining(`${given.server.authUrl}/oauth/authorize?`);
  const sub = expect.stringMatching(/^[a-z0-9]{32}$/);
  expect(client.all()).toEqual([
    ...[{ client: given.document }, { open }, read],
    ...[{ tools: ['list_notes', 'add_note'] }, { list_notes: [] }],
    // The refresh, without the person.
    ...[read, { list_notes: [] }],
    ...[{ open }, { scope: 'notes.read notes.write', refreshable: true }],
    ...[{ add_note: expect.any(Number) }, { list_notes: [{ sub, text: 'Buy milk' }] }, { done: true }],
  ]);
});

test.each(SDKS)('%s, with a server of the Python SDK', async (_, sdk) => {
  const client = await given.client(sdk, given.clock, ['year']);
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(String(await client.told('open'))), newPerson());
  expect((await agree(browser, consent, { item: ['clock.read'] })).text).toBe(CLOSED);
  await client.told('done');
  expect(client.all().slice(-3)).toEqual([{ tools: ['year'] }, { year: 2026 }, { done: true }]);
});

test.each([
  ['without a resource', false],
  ['with a resource', true],
])('the conformance suite of MCP, %s', async (_, hasResource) => {
  const suite = await given.conformance(hasResource ? ['--resource', given.notes] : []);
  const address = /http:\/\/\S+\/oauth\/authorize\?\S+/;
  await expect.poll(() => suite.output()).toMatch(address);
  const [request = ''] = address.exec(suite.output()) ?? [];
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(request), newPerson());
  await agree(browser, consent, hasResource ? { item: ['notes.read'] } : {});
  // The metadata and what they say of documents, and the code grant.
  await expect.poll(() => suite.output()).toContain('Total: 3 passed, 0 failed');
});

test('each server takes the tokens for itself alone', async () => {
  const browser = new Browser();
  await signUp(browser, await browser.open(requestFor(given.notes, 'notes.read').href), newPerson());
  const notes = await tokenFor(browser, given.notes, 'notes.read');
  const clock = await tokenFor(browser, given.clock, 'clock.read');
  expect(await initialize(given.notes, notes)).toBe(200);
  expect(await initialize(given.clock, clock)).toBe(200);
  expect(await initialize(given.notes, clock)).toBe(401);
  expect(await initialize(given.clock, notes)).toBe(401);

  const odd = [
    '',
    'null',
    '[]',
    '{',
    '{"method":"tools/call"}',
    '{"id":1,"method":"tools/call","params":{"name":"constructor"}}',
  ];
  for (const body of odd) expect(await post(given.notes, notes, body), body).toBeLessThan(300);
  expect(await initialize(given.notes, notes)).toBe(200);
});

const CALLBACK = 'http://127.0.0.1:9/callback';
const requestFor = (resource: string, scope: string) =>
  requestOf(given.server, given.document, CALLBACK, { resource, scope });

async function tokenFor(browser: Browser, resource: string, scope: string): Promise<string> {
  const { href, form } = requestFor(resource, scope);
  const back = await agree(browser, await browser.open(href), { item: [scope] }, { stopAt: CALLBACK });
  const { body } = await sendToken(given.server, form(back.url.searchParams.get('code') ?? `none: ${back.url}`));
  return String(body.access_token);
}

const initialize = (server: string, token: string) => {
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  return post(server, token, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
};

async function post(server: string, token: string, body: string): Promise<number> {
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const headers = { ...types, authorization: `Bearer ${token}` };
  return (await fetch(server, { method: 'POST', headers, body })).status;
}
