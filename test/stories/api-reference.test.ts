// The page of the API reference: everything in the document at /openapi is on it (decision 14).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

type Document = {
  paths: Record<
    string,
    Record<string, { operationId?: string; summary: string; responses: object; parameters?: object[] }>
  >;
  webhooks: object;
  components: { schemas: Record<string, { properties?: Record<string, { readOnly?: true; type?: unknown }> }> };
};

let hosts: Hosts;
let document: Document;
let page: string;
beforeAll(async () => {
  hosts = await startHosts();
  document = (await (await fetch(`${hosts.authUrl}/openapi`, { headers: { accept: 'text/html' } })).json()) as Document;
  page = await (await fetch(`${hosts.authUrl}/api-reference`)).text();
});
afterAll(() => hosts?.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ path, method: method.toUpperCase(), ...operation }],
    ),
  );
const plain = (html: string) => html.replaceAll('<wbr/>', '').replaceAll('<wbr>', '');
const partOf = (id: string): string => {
  const text = plain(page);
  const start = text.indexOf(`<div class="entry" id="${id}"`);
  const next = text.indexOf('<div class="entry"', start + 1);
  return start < 0 ? '' : text.slice(start, next < 0 ? undefined : next);
};

describe('GET /api-reference', () => {
  it('decision 14: has every operation, with method, path and every status, at an anchor of its own', () => {
    expect(operations().length).toBeGreaterThan(40);
    for (const { operationId = '', method, path, responses } of operations()) {
      const part = partOf(operationId);
      expect(part, operationId).toContain(`<b>${method}</b> <code>${path}</code>`);
      expect(page).toContain(`<a href="#${operationId}">`);
      for (const status of Object.keys(responses)) {
        expect(part, operationId).toContain(`<b>${status === 'default' ? 'Others' : status}</b>`);
      }
    }
  });

  it('decision 14: has every field of every schema, except what requests only repeat and the messages of events', () => {
    const isMessage = (name: string) => JSON.stringify(document.webhooks).includes(`/${name}"`);
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      expect(page.includes(`id="schema-${name}"`), name).toBe(!isMessage(name));
      if (isMessage(name)) continue;
      const part = partOf(`schema-${name}`);
      for (const [field, { readOnly, type }] of Object.entries(properties)) {
        const isOnlyRepeated = readOnly === true && type === undefined;
        expect(part.includes(`<code>${field}</code>`), `${name}.${field}`).toBe(!isOnlyRepeated);
      }
    }
  });

  it('tells types, limits, values and defaults in words', () => {
    const wordsOf = (id: string) =>
      partOf(id)
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('\u00a0', ' ');
    const part = wordsOf('createApplication');
    expect(part).toContain('name string · 1–60 characters · required');
    expect(part).toContain('redirect_uris list of string · 1–2000 characters · at most 20 entries');
    expect(part).toContain('One of: ON, OFF');
    expect(part).toContain('Default: OFF');
    expect(part).toContain('One of 249 values');
    expect(wordsOf('changeApplication')).toContain('homepage_uri string · at most 2000 characters · or null');
  });

  it('tells who may call', () => {
    expect(partOf('createApplication')).toContain('an API token of an owner');
    expect(partOf('listCatalogue')).toContain('any active API token');
    expect(partOf('getUserInfo')).toContain('an access token');
    expect(partOf('getDescription')).toContain('anybody, without a token');
  });

  it('shows a request to send, with this server’s URL, and what is answered', () => {
    expect(partOf('listApplications')).toContain(`curl '${hosts.apiUrl}/applications'`);
    expect(partOf('createApplication')).toContain("--json '{\n  &quot;name&quot;: &quot;Acme Shop&quot;");
    expect(partOf('getDescription')).toContain(`curl '${hosts.authUrl}/openapi'`);
    expect(page).not.toMatch(/\{(?:api|auth)_url\}/);
  });

  it('every link on it leads to an anchor on it, and no two anchors are alike', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('has Korean words around the English names', async () => {
    const korean = await (await fetch(`${hosts.authUrl}/api-reference?ui_locales=ko`)).text();
    expect(korean).toContain('<html lang="ko">');
    expect(korean).toContain('호출할 수 있는 토큰:');
    expect(korean).toContain('<h3 lang="en">');
  });
});

it('decision 14: a browser gets the same document at /openapi as a program', async () => {
  const [browser, program] = await Promise.all(
    ['text/html', '*/*'].map(async (accept) =>
      (await fetch(`${hosts.authUrl}/openapi`, { headers: { accept } })).text(),
    ),
  );
  expect(browser).toBe(program);
});
