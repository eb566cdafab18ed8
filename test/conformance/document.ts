// docs/conformance.md, written from a run: for each plan its modules, what each verifies, and how it ended.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Module, Plan } from './module.ts';
import { PLANS } from './plans.ts';

export const DOCUMENT = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

/** By plan and module. */
export type Results = Map<string, 'passed' | 'failed'>;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** @param ranAt when the run began. */
export function renderDocument(results: Results, ranAt: Date): string {
  const passed = [...results.values()].filter((result) => result === 'passed').length;
  const all = PLANS.reduce((sum, { modules }) => sum + modules.length, 0);
  const day = ranAt.toISOString().slice(0, 10);
  return `${INTRODUCTION}
## Results of our modules

Those of the last generation of this page, ${day}, version ${version}: ${passed} of ${all} modules passed. \`npm run conformance\`
runs them on SQLite and writes the page anew. \`npm test\` and \`npm run test:postgres\` run them too, and fail when one of them fails or
when the lists below are not those of the tests.
${PLANS.map((plan) => renderPlan(plan, results)).join('')}`;
}

const renderPlan = (plan: Plan, results: Results): string => `
### ${plan.profile}

\`${plan.name}\`${plan.responseMode === 'form_post' ? ': the modules of Basic OP, every answer by `response_mode=form_post`' : ''}

| module | what is verified | result |
|---|---|---|
${plan.modules.map((module) => renderModule(plan, module, results)).join('\n')}
`;

const renderModule = (plan: Plan, { name, verifies }: Module, results: Results): string =>
  `| \`${name}\` | ${verifies} | ${results.get(`${plan.name} ${name}`) ?? 'not run'} |`;

/** The modules a document lists: plan → names, in its order. */
export function modulesListed(document: string): Map<string, string[]> {
  const plans = new Map<string, string[]>();
  let names: string[] = [];
  for (const line of document.split('\n')) {
    const plan = /^`(oidcc-[\w-]+-test-plan)`/.exec(line)?.[1];
    if (plan) {
      names = [];
      plans.set(plan, names);
    }
    const name = /^\| `([\w-]+)` \|/.exec(line)?.[1];
    if (name) names.push(name);
  }
  return plans;
}

const INTRODUCTION = `# Conformance

The OpenID Foundation certifies OpenID providers by a test suite: for each profile a plan, for each plan a list of modules.
[test/conformance/](../test/conformance) is our own re-implementation of what five of these plans check of a provider, module
by module and under their published names (those of version 5.2 of the suite). **It is not a certification, and not the
Foundation's suite**: nobody but us has judged that the two check the same. It is there so that every change is held against
the profiles.

How it runs:

- The whole server runs over TLS on a fresh database. A relying party of the tests' own discovers it, keeps what reaches its
  redirect, sign-out and back-channel addresses, and judges that. Each module begins with a browser that nobody has signed in
  on, and does on the pages what a person would, without JavaScript.
- What the suite only warns of is, as a rule, a failure here. Where it wants a screenshot for somebody to look at (error pages,
  the second sign-in, signed-out pages), the tests look at the page's status and words, and at whether the relying party was
  called.
- Where the suite waits, the server's clock is moved on. The relying party speaks http on loopback, the suite's https.
- Four modules find that something is not offered, where the suite accepts a refusal or skips: \`oidcc-idtoken-unsigned\`, the
  two about request objects by value and by reference, and \`oidcc-ensure-request-object-with-redirect-uri\`. What passes is
  the refusal.
- \`oidcc-idtoken-signature\`, \`oidcc-idtoken-unsigned\` and the module about \`request_uri\` are for clients that register
  themselves. With a client registered beforehand, as at this server, the suite leaves them out.
- The application asks for every item of the catalogue as optional, and is registered with \`id_token_claims: false\`. What the
  suite says of other applications stands below.

[conformance-modules.md](conformance-modules.md) compares every module with the Foundation's: what is sent, what stands only in a
request object, and which condition decides.

## What the Foundation's own suite found

On 2026-11-22 the suite itself, 5.2.4 (source of 2026-08-20), was run against Latchkey 0.1.0 (commit 01bc90a), from outside it. **This
is not a certification**: nobody at the Foundation has looked at it.

How it was set up:

- One machine, loopback only: the suite over https, Latchkey as it is built, a browser by script. What the suite's own browser could
  not do was done in Chromium.
- Clients registered beforehand (\`static_client\`), client_secret_basic. Their applications had optional items only, and
  \`id_token_claims: false\`. The two logout plans had clients of their own: one without a \`backchannel_logout_uri\`, one with it.
- Three times the whole: behind a proxy with SQLite; with two workers and Latchkey's own TLS, after a change of keys; with two
  workers on PostgreSQL 15, the database carried over by \`latchkey move\`. The results were the same, module by module.

| plan | modules | passed | a person looks | skipped | warned | failed |
|---|---|---|---|---|---|---|
| \`oidcc-config-certification-test-plan\` | 1 | 1 | | | | |
| \`oidcc-basic-certification-test-plan\` | 35 | 30 | 4 | 1 | | |
| \`oidcc-formpost-basic-certification-test-plan\` | 35 | 30 | 4 | | | 1 |
| \`oidcc-rp-initiated-logout-certification-test-plan\` | 11 | 3 | 8 | | | |
| \`oidcc-backchannel-rp-initiated-logout-certification-test-plan\` | 2 | 2 | | | | |
| together | 84 | 66 | 16 | 1 | 0 | 1 |

- **A person looks** (REVIEW) is the best that those modules give: error pages, second sign-ins, signed-out pages. All sixteen were
  judged right.
- **Skipped** in Basic OP: \`oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported\`. Request objects are not
  offered, "which is permitted behaviour".
- **Failed** in Form Post OP: the same module. \`response_mode\`, \`state\` and \`nonce\` stood only in the object, and the refusal came
  by query. This page said until then that the module passed: ours sent everything outside as well. Since then the refusal goes where
  the object says ([decision 30](decisions/0030-where-a-refused-request-object-goes.md)) and ours sends what the suite sends; the suite
  has not been run again.
- An application as registered by default (\`id_token_claims: true\`) brings the warning
  \`EnsureIdTokenDoesNotContainEmailForScopeEmail\` in \`oidcc-scope-email\` and \`oidcc-alternate-happy-flow\`: its ID token holds what
  \`scope\` named.
- Required items come without being asked for. A required \`name\` brought the same two modules the warning
  \`EnsureUserInfoDoesNotContainName\`, and a required \`nickname\` does so too, since it is told as \`name\` where the item \`name\` gives
  nothing. Whoever wants the mark registers optional items.
- An application with \`require_pkce\` fails nearly all of Basic OP: the suite sends no PKCE there.
- \`oidcc-server-rotate-keys\`, of another plan, passed for RS256 and ES256. For EdDSA the suite knows no key type \`OKP\`: change one
  algorithm's key by \`latchkey keys rotate --algorithm\`.
`;
