// The application's pages: one column, no script, nothing from elsewhere.
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #f3f5f8; --card: #fff; --line: #dde2ea; --accent: #2456c7; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf3; --soft: #a5b0bf; --paper: #12161c; --card: #1b2129; --line: #313a46; --accent: #8db0ff; --on-accent: #0c1730 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: 2.25rem clamp(1.25rem, 6vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; text-align: center; overflow-wrap: anywhere }
main.wide { max-width: 36rem }
.mark { display: inline-grid; place-items: center; width: 3.25rem; height: 3.25rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.4rem }
h1 { margin: 1rem 0 .5rem; font-size: 1.45rem; line-height: 1.25; text-wrap: balance }
h2 { margin: 2rem 0 .25rem; font-size: 1.1rem; text-align: left }
h2 + p { text-align: left }
p { margin: 0 0 1.25rem; color: var(--soft) }
a { color: var(--accent) }
dl { margin: 0 0 1.25rem; border-top: 1px solid var(--line); text-align: left }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding: .6rem 0; border-bottom: 1px solid var(--line) }
dt { color: var(--soft) }
dd { margin: 0; font-weight: 600 }
dd.none { color: var(--soft); font-weight: 400 }
code, pre { font: .85rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
pre { margin: .35rem 0 1.25rem; padding: .8rem 1rem; background: var(--paper); border-radius: .7rem; text-align: left; white-space: pre-wrap; word-break: break-all }
h3 { margin: 0; color: var(--soft); font-size: .9rem; font-weight: 600; text-align: left }
form { margin: 0 }
.button, button { display: flex; align-items: center; justify-content: center; gap: .65rem; width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 1px solid transparent; border-radius: .7rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.button:hover, button:hover { filter: brightness(1.08) }
.button:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.quiet { background: none; border-color: var(--line); color: var(--ink) }
label { display: block; margin-bottom: .35rem; font-weight: 600; text-align: left }
input { width: 100%; min-height: 3rem; margin-bottom: 1rem; padding: .6rem .8rem; border: 1px solid var(--soft); border-radius: .7rem; background: var(--card); color: var(--ink); font: inherit }
.after { margin: 1.25rem 0 }
.after:last-child { margin-bottom: 0 }
.fault { color: #b3261e; text-align: left }
@media (prefers-color-scheme: dark) { .fault { color: #ffb4ab } }
`;

/**
 * Sent with every answer: only the style above may apply, nobody may frame the page or keep a copy.
 * @param authUrl where signing out leads: browsers hold a redirect to `form-action` too
 */
export const pageHeaders = (authUrl) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `form-action 'self' ${new URL(authUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
});

const KEY_ICON =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true"><circle cx="8" cy="15" r="4.5"/><path d="M11.3 11.7 20 3m-4 4 3 3"/></svg>';

const SIGN_IN = `<a class="button" href="/login">${KEY_ICON}Sign in with Latchkey</a>`;

/** Of claims, in the order they are shown. Others that the owner adds in the console follow by their names. */
const LABELS = {
  nickname: 'Nickname',
  name: 'Name',
  preferred_username: 'Username',
  email: 'Email address',
  email_verified: 'Email address verified',
  updated_at: 'Profile last changed',
};

export const homePage = () =>
  page(
    'Acme Shop',
    `<h1>Acme Shop</h1><p>The sample application. Sign in to see what it knows about you.</p>${SIGN_IN}`,
  );

/** For a member: all that this application has been told. `items` were asked for; what is missing was not shared. */
export function knownPage(member, { user, idToken }, { items, manageUrl }) {
  const { sub, ...claims } = user;
  const told = new Set([...items, ...Object.keys(claims)]);
  const names = new Set([...Object.keys(LABELS).filter((name) => told.has(name)), ...told]);
  const [header, payload] = idToken.split('.', 2).map(readPart);
  return page(
    'You are signed in',
    `<h1>Hello, ${escapeHtml(member.name)}</h1>
    <p>You are signed in as a member since ${escapeHtml(member.joinedAt.slice(0, 10))}.</p>
    <h2>What Acme Shop knows about you</h2>
    <p>You agreed to share this when you signed in.</p>
    <dl>${[...names].map((name) => row(LABELS[name] ?? name, valueText(name, claims[name]))).join('')}${row('Your id here (sub)', sub)}</dl>
    <a class="button" href="${escapeHtml(manageUrl)}" referrerpolicy="origin">Manage what this application can see</a>
    <p class="after">Changed something there? <a href="/login">Sign in again</a> to see it here.</p>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
    <h2>Your ID token</h2>
    <p>Signed by Latchkey, to tell this application who you are. Applications read it and do not show it.</p>
    <h3>Header</h3><pre>${json(header)}</pre>
    <h3>Claims</h3><pre>${json(payload)}</pre>`,
    'wide',
  );
}

const row = (label, value) =>
  `<div><dt>${escapeHtml(label)}</dt>${value === undefined ? '<dd class="none">not shared</dd>' : `<dd>${escapeHtml(value)}</dd>`}</div>`;

function valueText(claim, value) {
  if (claim === 'updated_at') return new Date(value * 1000).toISOString().replace(/T(.{5}).*/, ' $1 UTC');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // The claim `address` is made of several texts.
  return typeof value === 'object' ? Object.values(value).join(', ') : value;
}

/** A part of the ID token. The library compared its claims when it came; to show it, decoding is enough. */
const readPart = (part) => Buffer.from(part, 'base64url').toString();

const json = (text) => escapeHtml(JSON.stringify(JSON.parse(text), null, 2));

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

/** What happened, and the way onward. */
export function messagePage(title, text) {
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${SIGN_IN}<p class="after"><a href="/">Back to the start page</a></p>`,
  );
}

const page = (title, body, width = '') => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main class="${width}"><div class="mark" aria-hidden="true">A</div>${body}</main></body>
</html>
`;

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
