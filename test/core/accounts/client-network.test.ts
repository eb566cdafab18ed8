// The network wrong passwords are counted by (contract 10: IPv4 /24, IPv6 /64).
import { describe, expect, test } from 'vitest';
import { networkOf } from '../../../src/core/accounts/client-network.ts';

describe('K16: one network', () => {
  test.each([
    ['IPv4 /24', '203.0.113.7', '203.0.113.250'],
    ['IPv4 written as IPv6', '203.0.113.7', '::ffff:203.0.113.9'],
    ['IPv4 written as IPv6 in hexadecimal', '203.0.113.7', '::FFFF:cb00:7109'],
    ['IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['IPv6 in full and in short', '2001:0DB8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::1'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80::2'],
    ['texts that are no address', 'garbage', ''],
  ])('%s', (_what, one, other) => expect(networkOf(one)).toBe(networkOf(other)));
});

describe('contract 10: different networks', () => {
  test.each([
    ['another IPv4 /24', '203.0.113.7', '203.0.114.7'],
    ['another IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['loopback of both kinds', '127.0.0.1', '::1'],
    ['an address and none', '203.0.113.7', 'garbage'],
  ])('%s', (_what, one, other) => expect(networkOf(one)).not.toBe(networkOf(other)));
});
