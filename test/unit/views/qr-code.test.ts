// A camera reads what the QR code was drawn of (contract 24), however long the names in it are.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { createCodeGenerator } from '../../../src/outside/one-time-codes.ts';
import { QrCode } from '../../../src/views/account/qr-code.tsx';
import { textInQrCode } from '../../helpers/qr-code.ts';

/** RFC 6238 appendix B. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  ['short names', { serviceName: 'A', email: 'a@b.co' }],
  ['names in other scripts', { serviceName: '라치키 & Söhne: ID', email: '미나@예시.kr' }],
  ['the longest names', { serviceName: '서'.repeat(60), email: `${'x'.repeat(240)}@example.com` }],
])('contract 24: %s', (_, of) => {
  const text = createCodeGenerator().enrolmentUri(SECRET, of);
  expect(textInQrCode(renderToString(h(QrCode, { text, label: 'QR code' })))).toBe(text);
});
