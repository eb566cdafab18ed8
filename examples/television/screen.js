// The picture of the television: large letters, no script, nothing from elsewhere. While it waits, it looks again every
// two seconds.
import { createHash } from 'node:crypto';
import { encode } from 'uqr';

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #0b0e13; color: #eef2f8; font: 1.25rem/1.5 system-ui, sans-serif }
main { display: flex; flex-wrap: wrap; gap: 3rem; align-items: center; justify-content: center; padding: 2rem; text-align: center }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2 }
p { margin: 0 0 1rem; color: #aeb8c7; overflow-wrap: anywhere }
b { color: #eef2f8 }
.code { margin: 1rem 0; font: 700 4rem/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .08em; color: #fff; white-space: nowrap }
svg { width: 16rem; height: 16rem; border-radius: .75rem }
button { padding: .8rem 2rem; border: 0; border-radius: .75rem; background: #8db0ff; color: #0c1730; font: inherit; font-weight: 700; cursor: pointer }
button.quiet { border: 1px solid #4a5568; background: none; color: #aeb8c7; font-weight: 400 }
@media (max-width: 40rem) { .code { font-size: 2.5rem } }
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);

/** Dark on white, with the white border that cameras need. */
function qrCode(text) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.map((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ]
      .map((run) => `M${run.index} ${y}h${run[0].length}`)
      .join(''),
  );
  return (
    `<svg class="qr" viewBox="0 -.5 ${size} ${size}" role="img" aria-label="QR code" shape-rendering="crispEdges">` +
    `<rect y="-.5" width="${size}" height="${size}" fill="#fff"/><path d="${runs.join('')}" stroke="#000"/></svg>`
  );
}

const button = (path, text, kind = '') =>
  `<form method="post" action="${path}"><button class="${kind}">${text}</button></form>`;

const OVER = {
  access_denied: 'The sign-in was cancelled on the other device.',
  expired_token: 'Nobody entered the code in time.',
  trouble: 'The sign-in server cannot be reached.',
};

const CONTENTS = {
  off: () => `<div><h1>Good evening</h1>${button('/sign-in', 'Sign in')}</div>`,
  waiting: ({ code, address, qr }) =>
    `<div><h1>Sign in with your phone</h1><p>Scan the picture, or open <b>${escapeHtml(address.replace(/^https?:\/\//, ''))}</b></p>` +
    `<p>and enter this code:</p><p class="code">${escapeHtml(code)}</p>` +
    `<p>Your phone shows it too. Agree there only if it is the same.</p>${button('/sign-in', 'Another code', 'quiet')}</div>${qrCode(qr)}`,
  on: ({ name }) => `<div><h1>Welcome, ${escapeHtml(name)}</h1>${button('/sign-out', 'Sign out')}</div>`,
  over: ({ why }) => `<div><h1>Not signed in</h1><p>${OVER[why]}</p>${button('/sign-in', 'Try again')}</div>`,
};

/** @returns the page of what is shown, and its headers */
export const screen = (shown) => ({
  headers,
  html:
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Television</title>${shown.kind === 'waiting' ? '<meta http-equiv="refresh" content="2">' : ''}` +
    `<style>${STYLE}</style></head><body><main>${CONTENTS[shown.kind](shown)}</main></body></html>`,
});
