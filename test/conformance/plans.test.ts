// What the OpenID Foundation's conformance plans check of a provider, written anew and run over TLS against the whole
// server. One server for all; each module begins with a browser that nobody has signed in on.
//
//   npm run conformance        writes docs/conformance.md from the run
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { DOCUMENT, type Results, renderDocument } from './document.ts';
import type { Provider } from './module.ts';
import { PLANS } from './plans.ts';
import { startProvider } from './provider.ts';

const results: Results = new Map();
const startedAt = new Date();

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => {
  await provider?.stop();
  if (process.env.LATCHKEY_TEST_CONFORMANCE === 'write') writeFileSync(DOCUMENT, renderDocument(results, startedAt));
});

for (const { name: plan, modules, responseMode } of PLANS) {
  describe(plan, () => {
    for (const module of modules) {
      test(module.name, async () => {
        const key = `${plan} ${module.name}`;
        results.set(key, 'failed');
        const { client, secondClient } = provider;
        await module.run({ provider, client, secondClient, browser: new Browser(), responseMode });
        results.set(key, 'passed');
      });
    }
  });
}
