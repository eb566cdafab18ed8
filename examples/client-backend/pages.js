// The application's pages: one column, no script, nothing from elsewhere.
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #f3f5f8; --card: #fff; --line: #dde2ea; --accent: #2456c7; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf3; --soft: #a5b0bf; --paper: #12161c; --card: #1b2129; --line: #313a46; --accent: #8db0ff; --on-accent: #0c1730 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: 2.25rem clamp(1.25rem, 6vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; text-align: center; overflow-wrap: anywhere }
.mark { display: inline-grid; place-items: center; width: 3.25rem; height: 3.25rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.4rem }
h1 { margin: 1rem 0 .5rem; font-size: 1.45rem; line-height: 1.25 }
p { margin: 0 0 1.25rem; color: var(--soft) }
form { margin: 0 }
.button, button { display: flex; align-items: center; justify-content: center; gap: .65rem; width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 1px solid transparent; border-radius: .7rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.button:hover, button:hover { filter: brightness(1.08) }
.button:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button.quiet { background: none; border-color: var(--line); color: var(--ink) }
label { display: block; margin-bottom: .35rem; font-weight: 600; text-align: left }
input { width: 100%; min-height: 3rem; margin-bottom: 1rem; padding: .6rem .8rem; border: 1px solid var(--soft); border-radius: .7rem; background: var(--card); color: var(--ink); font: inherit }
.fault { color: #b3261e; text-align: left }
@media (prefers-color-scheme: dark) { .fault { color: #ffb4ab } }
`;

/** Sent with every answer: only the style above may apply, nobody may frame the page or keep a copy. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const KEY_ICON =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true"><circle cx="8" cy="15" r="4.5"/><path d="M11.3 11.7 20 3m-4 4 3 3"/></svg>';

const SIGN_IN = `<a class="button" href="/login">${KEY_ICON}Sign in with Latchkey</a>`;

/** @param member who is signed in, or undefined */
export function homePage(member) {
  if (!member) {
    return page(
      'Acme Shop',
      `<h1>Acme Shop</h1><p>The sample application. Sign in to see what it knows about you.</p>${SIGN_IN}`,
    );
  }
  const address = member.email ? `<br>${escapeHtml(member.email)}` : '';
  return page(
    'You are signed in',
    `<h1>Hello, ${escapeHtml(member.name)}</h1>
    <p>You are signed in as a member since ${escapeHtml(member.joinedAt.slice(0, 10))}.${address}</p>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`,
  );
}

/** For a user who is no member yet. `fault`: what was wrong with the name that was sent. */
export function welcomePage(name, fault) {
  return page(
    'Welcome',
    `<h1>Welcome to Acme Shop</h1>
    <p>Latchkey told us who you are. One thing is left: what shall we call you?</p>
    <form method="post" action="/sign-up">
      <label for="name">Your name here</label>
      ${fault ? `<p class="fault" id="fault">${escapeHtml(fault)}</p>` : ''}
      <input id="name" name="name" value="${escapeHtml(name)}" required maxlength="60" autocomplete="nickname"${fault ? ' aria-invalid="true" aria-describedby="fault"' : ''}>
      <button>Become a member</button>
    </form>`,
  );
}

export function messagePage(title, text) {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${SIGN_IN}`);
}

const page = (title, body) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><div class="mark" aria-hidden="true">A</div>${body}</main></body>
</html>
`;

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
