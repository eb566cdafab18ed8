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

Last run: ${day}, version ${version}: ${passed} of ${all} modules passed. \`npm run conformance\` runs them on SQLite and rewrites
this page. \`npm test\` and \`npm run test:postgres\` run them too, and fail when one of them fails or when the lists below
are not those of the tests.
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

The OpenID Foundation certifies OpenID providers with a test suite: a plan for each profile, and a list of modules for
each plan. [test/conformance/](../test/conformance) is our own implementation of what five of these plans check of a
provider, module by module and under their published names (version 5.2 of the suite). **It is not a certification, and
not the Foundation's suite**: only we have judged that both check the same. It tests every change against the profiles.

How it runs:

- The whole server runs over TLS on a fresh database. A relying party of the tests discovers it, records what arrives at
  its redirect, sign-out and back-channel addresses, and checks it. Each module starts with a signed-out browser and
  does on the pages what a person would do, without JavaScript.
- A warning of the suite is, as a rule, a failure here. Where the suite asks a person to look at a screenshot (error
  pages, second sign-ins, signed-out pages), the tests check the page's status and text, and whether the relying party
  was called.
- Where the suite waits, the tests move the server's clock. The relying party uses http on loopback, the suite's uses
  https.
- Four modules check that something is not offered, where the suite accepts a refusal or skips:
  \`oidcc-idtoken-unsigned\`, the two about request objects by value and by reference, and
  \`oidcc-ensure-request-object-with-redirect-uri\`. They pass when the server refuses.
- \`oidcc-idtoken-signature\`, \`oidcc-idtoken-unsigned\` and the module about \`request_uri\` are for clients that register
  themselves. The suite omits them for a client registered beforehand, as at this server.
- The application requests every item of the catalogue as optional, and is registered with \`id_token_claims: false\`.
  What the suite reports for other applications is listed below.

[conformance-modules.md](conformance-modules.md) compares every module with the Foundation's: what is sent, what is only
in a request object, and which condition decides.

## Results of the Foundation's own suite

On 2026-11-22 the suite itself, 5.2.4 (source of 2026-08-20), was run against Latchkey 0.1.0 (commit 01bc90a), from
outside it. **This is not a certification**: nobody at the Foundation has reviewed it.

Setup:

- One machine, loopback only: the suite over https, the built Latchkey, a browser driven by a script. Chromium did what
  the suite's own browser could not do.
- Clients registered beforehand (\`static_client\`), client_secret_basic. Their applications had optional items only, and
  \`id_token_claims: false\`. The two logout plans had their own clients: one without a \`backchannel_logout_uri\`, one with
  it.
- Three complete runs: behind a proxy with SQLite; with two workers and Latchkey's own TLS, after a change of keys; with
  two workers on PostgreSQL 15, after \`latchkey move\`. All modules had the same results in all runs.

| plan | modules | passed | review | skipped | warned | failed |
|---|---|---|---|---|---|---|
| \`oidcc-config-certification-test-plan\` | 1 | 1 | | | | |
| \`oidcc-basic-certification-test-plan\` | 35 | 30 | 4 | 1 | | |
| \`oidcc-formpost-basic-certification-test-plan\` | 35 | 30 | 4 | | | 1 |
| \`oidcc-rp-initiated-logout-certification-test-plan\` | 11 | 3 | 8 | | | |
| \`oidcc-backchannel-rp-initiated-logout-certification-test-plan\` | 2 | 2 | | | | |
| total | 84 | 66 | 16 | 1 | 0 | 1 |

- **Review** (REVIEW) is the best result of those modules: a person looks at error pages, second sign-ins and signed-out
  pages. All sixteen were correct.
- **Skipped** in Basic OP: \`oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported\`. Request
  objects are not supported, "which is permitted behaviour".
- **Failed** in Form Post OP: the same module. \`response_mode\`, \`state\` and \`nonce\` were only in the object, and the
  refusal arrived in the query. Our own module had passed because it also sent them outside the object. Since then the
  refusal is sent where the object says ([decision 30](decisions/0030-where-a-refused-request-object-goes.md)) and our
  module sends what the suite sends; the suite has not been run again.
- An application with default settings (\`id_token_claims: true\`) causes the warning
  \`EnsureIdTokenDoesNotContainEmailForScopeEmail\` in \`oidcc-scope-email\` and \`oidcc-alternate-happy-flow\`: its ID token
  contains what \`scope\` requested.
- Required items are returned without being requested. A required \`name\` caused the warning
  \`EnsureUserInfoDoesNotContainName\` in the same two modules, and a required \`nickname\` does too, because it is also
  returned as \`name\` where the item \`name\` has no value. Register optional items to certify.
- An application with \`require_pkce\` fails nearly all of Basic OP, because the suite sends no PKCE there.
- \`oidcc-server-rotate-keys\`, of another plan, passed for RS256 and ES256. The suite does not support the key type \`OKP\`
  of EdDSA: rotate one algorithm's key with \`latchkey keys rotate --algorithm\`.
`;
