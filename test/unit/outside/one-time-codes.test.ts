// One-time codes against the vectors of RFC 6238, and the window of one step either side (contract 24).
import { describe, expect, test } from 'vitest';
import { createCodeGenerator } from '../../../src/outside/one-time-codes.ts';

const codes = createCodeGenerator();
/** RFC 6238 appendix B, SHA-1: the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
] as const;

describe('contract 24: one-time codes', () => {
  test.each(VECTORS)('RFC 6238 appendix B: at %i s the code is %s, of step %i', (seconds, code, step) => {
    expect(codes.findStep(SECRET, code, seconds * 1000)).toBe(step);
  });

  test('clock skew: a code is found one step early and one step late, with its own step, and no further', () => {
    const [at, code, step] = VECTORS[3];
    const found = [-60, -30, 0, 30, 60].map((seconds) => codes.findStep(SECRET, code, (at + seconds) * 1000));
    expect(found).toEqual([undefined, step, step, step, undefined]);
  });

  test.each(['', '28708', '0287082', '28708a', '２８７０８２', ' 87082'])('%j is no code', (code) => {
    expect(codes.findStep(SECRET, code, 59_000)).toBeUndefined();
  });

  test('the URI in the QR code names service and account, has no other colon, and has the secret that the text shows', () => {
    const uri = new URL(codes.enrolmentUri(SECRET, { serviceName: 'Acme & Söhne: ID', email: 'mina+a@example.com' }));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Acme & Söhne ID:mina+a@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Acme & Söhne ID',
      secret: codes.secretText(SECRET),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(codes.secretText(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});
