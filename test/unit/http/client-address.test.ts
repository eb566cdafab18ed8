// Which network a request counts for (contract 1 and 10; case K16).
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createArrival, createClientAddress } from '../../../src/http/callers/client-address.ts';

const addressOf = (remoteAddress: string, forwarded?: string, trustProxy: readonly string[] = []) =>
  createClientAddress(trustProxy)({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    raw: { socket: { remoteAddress } },
  } as unknown as FastifyRequest);
const networkOf = (...where: Parameters<typeof addressOf>) => addressOf(...where).network;

describe('contract 10: a client counts for', () => {
  test.each([
    [
      'its IPv4 address, and the /24 around it',
      '203.0.113.77',
      '203.0.113.77',
      '203.0.113.0/24',
      '203.0.113.0/24',
      '203.0.113.77',
    ],
    [
      'its IPv6 /64, and the /48 around it',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2::/64',
      '2001:db8:1:2::/64',
      '2001:db8:1::/48',
      '2001:db8:1:2:3:4:5:6',
    ],
    ['IPv4, mapped or not', '::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24', '203.0.113.0/24', '203.0.113.77'],
  ])('%s', (_what, peer, address, network, site, whole) => {
    expect(addressOf(peer)).toEqual({ address, network, site, whole, isLocal: false });
  });
});

describe('contract 10: a network is', () => {
  test.each([
    ['an IPv4 /24', '203.0.113.77', '203.0.113.0/24'],
    ['an IPv6 /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['an IPv6 /64 of a shortened address', '2001:db8::1', '2001:db8:0:0::/64'],
    ['an IPv6 /64 in capitals', '2001:DB8:0::1', '2001:db8:0:0::/64'],
    ['loopback', '::1', '0:0:0:0::/64'],
    ['of an address with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['IPv4 for the mapped spelling', '::ffff:203.0.113.77', '203.0.113.0/24'],
    ['IPv4 for the mapped spelling in hexadecimal', '::ffff:cb00:714d', '203.0.113.0/24'],
    ['IPv4 for the mapped spelling in full', '0:0:0:0:0:ffff:cb00:714d', '203.0.113.0/24'],
    ['an IPv6 /64 of an address that only ends like IPv4', '::203.0.113.77', '0:0:0:0::/64'],
    ['an IPv6 /64 of eight groups, the last two as IPv4', '::1:2:3:4:5:203.0.113.77', '0:1:2:3::/64'],
    ['one for all connections without an address', '', 'unknown'],
  ])('%s', (_what, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('contract 1, K16: X-Forwarded-For', () => {
  const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'];

  test('is not believed when no proxy is trusted', () => {
    expect(networkOf('10.0.0.1', '198.51.100.1')).toBe('10.0.0.0/24');
  });

  test('is not believed from a peer that is no trusted proxy', () => {
    expect(networkOf('203.0.113.9', '198.51.100.1', proxies)).toBe('203.0.113.0/24');
  });

  test.each([
    ['from a trusted proxy', '10.0.0.1', '198.51.100.1'],
    ['from a trusted proxy spelt as mapped IPv4', '::ffff:10.0.0.1', '198.51.100.1'],
    ['from a trusted single address', '192.0.2.1', '198.51.100.1'],
    ['through two trusted proxies', '10.0.0.1', '198.51.100.1, 10.2.3.4'],
    ['whatever the client wrote before it', '10.0.0.1', '1.2.3.4, evil, 198.51.100.1'],
    ['from a trusted IPv6 proxy', '2001:db8:ffff::5', '198.51.100.1'],
    ['spelt as mapped IPv4', '10.0.0.1', '::ffff:198.51.100.1'],
  ])('is believed %s', (_what, peer, forwarded) => {
    expect(networkOf(peer, forwarded, proxies)).toBe('198.51.100.0/24');
  });

  test.each([
    ['mapped', '::ffff:10.0.0.0/104', '10.0.0.1'],
    ['IPv4, for a peer spelt as mapped', '10.0.0.0/8', '::ffff:a00:1'],
    ['with a zone', 'fe80::1%eth0.5', 'fe80::1%eth1'],
    ['one address', '2001:db8::1', '2001:db8:0::1'],
  ])('is believed from a range that is %s', (_what, range, peer) => {
    expect(networkOf(peer, '198.51.100.1', [range])).toBe('198.51.100.0/24');
  });

  test.each(['0x7f.1', '127.1', '010.0.0.1', '0::1::2', '1:2:3'])(
    'in a spelling that no proxy writes: %s',
    (forwarded) => {
      expect(networkOf('10.0.0.1', forwarded, proxies)).toBe('10.0.0.0/24');
    },
  );

  test.each(['', 'unknown', 'evil', '1.2.3', '999.1.1.1', '198.51.100.1:80', 'a, b, c', ',', '[::1]', "' or 1=1"])(
    'that cannot be read counts for the proxy, and never for nobody: %o',
    (forwarded) => {
      expect(networkOf('10.0.0.1', forwarded, proxies)).toBe('10.0.0.0/24');
    },
  );

  test('in which all are trusted counts for the farthest', () => {
    expect(networkOf('10.0.0.1', '10.9.9.9, 10.8.8.8', proxies)).toBe('10.9.9.0/24');
  });
});

describe('metrics: where the address came from is told', () => {
  const arrivalOf = (remoteAddress: string | undefined, forwarded: string | undefined, trustProxy: readonly string[]) =>
    createArrival(trustProxy)({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      raw: { socket: { remoteAddress } },
    } as unknown as FastifyRequest);
  const sourceOf = (remoteAddress: string, forwarded: string | undefined, trustProxy: readonly string[]) => {
    const found: string[] = [];
    createClientAddress(trustProxy, (source) => found.push(source))({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      raw: { socket: { remoteAddress } },
    } as unknown as FastifyRequest);
    return found;
  };

  test.each([
    ['direct', '203.0.113.9', undefined, []],
    ['direct', '10.0.0.1', undefined, ['10.0.0.0/8']],
    ['forwarded', '10.0.0.1', '198.51.100.1', ['10.0.0.0/8']],
    ['unbelieved', '10.0.0.1', '198.51.100.1', []],
    ['unbelieved', '203.0.113.9', '198.51.100.1', ['10.0.0.0/8']],
    ['unbelieved', '10.0.0.1', 'not an address', ['10.0.0.0/8']],
  ])('%s: from %s, forwarded for %s, trusted %j', (source, peer, forwarded, trustProxy) => {
    expect(sourceOf(peer, forwarded, trustProxy)).toEqual([source]);
    expect(arrivalOf(peer, forwarded, trustProxy)).toBe(source);
  });

  test('a connection that is gone has no address', () => {
    expect(arrivalOf(undefined, '198.51.100.1', [])).toBe('unknown');
  });
});

test('metrics: a request that several limits ask about is told once', () => {
  const found: string[] = [];
  const clientAddressOf = createClientAddress([], (source) => found.push(source));
  const request = { headers: {}, raw: { socket: { remoteAddress: '203.0.113.9' } } } as unknown as FastifyRequest;
  expect(clientAddressOf(request)).toBe(clientAddressOf(request));
  expect(found).toEqual(['direct']);
});

describe('contract 10: a client is local', () => {
  const isLocal = (peer: string, headers: Readonly<Record<string, string>> = {}, servesThisMachine = true) =>
    createClientAddress(
      ['127.0.0.1'],
      undefined,
      servesThisMachine,
    )({
      headers: { host: 'localhost:4000', ...headers },
      raw: { socket: { remoteAddress: peer } },
    } as unknown as FastifyRequest).isLocal;

  test('at the machine itself, where the public URL is on loopback', () => {
    for (const peer of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect([peer, isLocal(peer)]).toEqual([peer, true]);
    for (const host of ['127.0.0.1:4000', '[::1]:4000', 'LOCALHOST']) expect(isLocal('127.0.0.1', { host })).toBe(true);
    expect(isLocal('127.0.0.1', { host: '', ':authority': 'localhost:4000' })).toBe(false);
  });

  test('not where the public URL is another, and not from elsewhere', () => {
    expect(isLocal('127.0.0.1', {}, false)).toBe(false);
    for (const peer of ['192.168.1.2', '172.17.0.1', '::2', '::ffff:10.0.0.1', '']) expect(isLocal(peer)).toBe(false);
  });

  test('K16: not by a proxy on the machine, whether it says whom it serves or not', () => {
    for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])
      for (const value of ['127.0.0.1', '203.0.113.7', '', 'x'])
        expect(isLocal('127.0.0.1', { [name]: value })).toBe(false);
    for (const host of ['login.example.com', 'localhost.example.com', '127.0.0.1.example.com', 'localhost@example.com'])
      expect(isLocal('127.0.0.1', { host })).toBe(false);
  });
});
