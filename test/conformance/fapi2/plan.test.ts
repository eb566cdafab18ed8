// What the plan "FAPI2 Security Profile final" of the OpenID Foundation checks of a provider, with private_key_jwt and
// DPoP, for OpenID Connect and for plain OAuth: written anew, module by module, and run over TLS. It is not a
// certification.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACK } from './back.ts';
import { FRONT } from './front.ts';
import { PREFIX } from './module.ts';
import { type FapiProvider, startFapiProvider, type Variant } from './provider.ts';

const MODULES = [...FRONT, ...BACK];
const modulesOf = (variant: Variant) => MODULES.filter(({ only }) => (only ?? variant) === variant);

describe.each(['openid_connect', 'plain_oauth'] as const)(
  'contract 44: FAPI 2.0, private_key_jwt, dpop, %s',
  (variant) => {
    let provider: FapiProvider;
    beforeAll(async () => {
      provider = await startFapiProvider(variant);
    });
    afterAll(() => provider?.stop());

    test.each(modulesOf(variant).map((module) => [`${PREFIX}${module.name}`, module] as const))(
      '%s',
      async (_, module) => {
        // Out of the way of what an earlier module used up.
        provider.hosts.clock.advance(10_000);
        await module.run(provider);
      },
    );
  },
);

test('docs/conformance-fapi2.md lists the modules that there are, and what each verifies', () => {
  const page = readFileSync(new URL('../../../docs/conformance-fapi2.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, verifies, only]) => [
    name,
    verifies,
    only,
  ]);
  expect(rows).toEqual(
    MODULES.map(({ name, verifies, only }) => [name, verifies, only === undefined ? 'both' : 'OpenID Connect']),
  );
  expect([modulesOf('openid_connect').length, modulesOf('plain_oauth').length]).toEqual([56, 50]);
});
