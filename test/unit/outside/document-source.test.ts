// Fetching the document of a client (contract 46): of JSON alone, 5 KiB in 3 s, never from an internal address, never
// led on. What it has in common with fetching keys is in key-set-source.test.ts. Against a server on this machine.
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentSource, type DocumentSourceOptions } from '../../../src/outside/document-source.ts';
import { makeCertificate } from '../../helpers/mail-server.ts';

let server: Server | undefined;
let ca: string;
let port: number;
let asked: string[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  const { cert, key } = makeCertificate();
  ca = cert;
  const made = createServer({ cert, key }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(response);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  port = (made.address() as AddressInfo).port;
  server = made;
  answer = (response) => response.end();
  await fetched();
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

const fetched = (options: Partial<DocumentSourceOptions> = {}, host = 'localhost') =>
  createDocumentSource({ allowInternal: true, ca, ...options })(`https://${host}:${port}/client.json`);
const json = (headers: object = {}) => ({ 'content-type': 'application/json', ...headers });

describe('taken', () => {
  it('is the text, with what says how long it may be kept', async () => {
    asked = [];
    answer = (response) => response.writeHead(200, json({ 'cache-control': 'max-age=60', age: '7' })).end('{}');
    expect(await fetched()).toEqual({
      kind: 'fetched',
      text: '{}',
      cacheControl: 'max-age=60',
      age: '7',
      expires: undefined,
    });
    expect(asked).toEqual(['GET /client.json']);
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/cimd+json', 'application/json ;a=b'])(
    'is %s',
    async (type) => {
      answer = (response) => response.writeHead(200, { 'content-type': type }).end('{}');
      expect((await fetched()).kind).toBe('fetched');
    },
  );
});

describe('refused', () => {
  it.each(['text/html', 'text/plain', 'text/json', 'application/jsonp', 'application/xml+jsonx', ''])(
    'is the type %j',
    async (type) => {
      answer = (response) => response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('{}');
      expect(await fetched()).toEqual({ kind: 'failed', reason: 'content-type' });
    },
  );

  it('is a redirect, also to itself', async () => {
    asked = [];
    answer = (response) => response.writeHead(302, { location: '/client.json' }).end();
    expect(await fetched()).toEqual({ kind: 'failed', reason: 'answered 302' });
    expect(asked.length).toBe(1);
  });

  it('is more than 5 KiB', async () => {
    answer = (response) => response.writeHead(200, json()).end(' '.repeat(5 * 1024));
    expect((await fetched()).kind).toBe('fetched');
    answer = (response) => response.writeHead(200, json()).end(' '.repeat(5 * 1024 + 1));
    expect(await fetched()).toEqual({ kind: 'failed', reason: 'too-large' });
  });

  it('is one that does not end in time', async () => {
    answer = (response) => response.writeHead(200, json()).write('{');
    expect(await fetched({ timeLimitMs: 100 })).toEqual({ kind: 'failed', reason: 'timeout' });
  });

  it.each(['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:7f00:1]', '[fd00::1]', '0.0.0.0'])(
    'is the internal address %s, unasked (case N7)',
    async (host) => {
      asked = [];
      expect(await fetched({ allowInternal: false }, host)).toEqual({ kind: 'failed', reason: 'refused-address' });
      expect(asked).toEqual([]);
    },
  );

  it('is a name that leads to this machine, whatever it led to before (rebinding)', async () => {
    let looked = 0;
    const lookup: LookupFunction = (_, options, callback) => {
      looked += 1;
      const address = looked === 1 ? '127.0.0.1' : '93.184.216.34';
      if (options.all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
    asked = [];
    const failed = await fetched({ allowInternal: false, lookup }, 'client.example');
    expect(failed).toEqual({ kind: 'failed', reason: 'refused-address' });
    // The address that was checked is the one that would be connected to: it is looked up once.
    expect([looked, asked]).toEqual([1, []]);
  });
});
