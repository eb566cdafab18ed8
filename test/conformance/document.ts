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
## Results

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
- The application asks for every item of the catalogue as optional, and is registered with \`id_token_claims: false\`. With
  \`true\`, the default, an ID token also holds what \`scope\` named, of which the suite warns in \`oidcc-scope-email\` and
  \`oidcc-alternate-happy-flow\`.
`;
