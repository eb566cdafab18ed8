// `latchkey apis` sets every member of an API, and `applications create` the scopes that an application asks people for
// (contract 45).
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latchkey, makeFolder } from './latchkey.ts';

const OWNER = 'owner@example.com';
const BILLING = ['--resource', 'https://billing.example'];

let folder: string;
beforeAll(async () => {
  folder = makeFolder();
  await run('accounts', 'create', '--email', OWNER, '--role', 'owner', '--email-verified');
  for (const name of ['staff', 'finance']) await run('groups', 'create', '--group', name);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  const { status, stdout, stderr } = await latchkey(folder, [...args, '--json']);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

const refused = async (...args: readonly string[]): Promise<string> => {
  const { status, stderr } = await latchkey(folder, args);
  expect(status).toBe(1);
  return stderr;
};

const APPLICATION = [
  ...['applications', 'create', '--email', OWNER, '--name', 'Acme Shop', '--platform', 'Web'],
  ...['--site-domain', 'https://shop.example', '--redirect-uri', 'https://shop.example/callback'],
];

test('contract 45: apis create sets every member, and texts of scopes whose names have colons', async () => {
  const created = await run(
    ...['apis', 'create', ...BILLING, '--name', 'Billing', '--ask', 'any', '--documents'],
    ...['--scope', 'billing', '--scope', 'billing:read', '--machine-scope', 'billing.export'],
    ...['--default-scope', 'billing:read', '--label', 'billing:read:Read: your invoices'],
    ...['--description', 'billing:All of it', '--description', 'billing.export:Nightly'],
    ...['--label-translation', 'billing:read:ko:청구서 읽기', '--description-translation', 'billing:ko:모두'],
    ...['--audience', 'groups', '--allowed-group', 'staff', '--group', 'staff', '--group', 'finance'],
    ...['--format', 'opaque', '--signing-alg', 'RS256', '--ttl', '900'],
  );
  expect(created).toMatchObject({
    scopes: [
      { name: 'billing', description: 'All of it', translations: { ko: { description: '모두' } }, default: false },
      {
        ...{ name: 'billing:read', label: 'Read: your invoices', default: true },
        translations: { ko: { label: '청구서 읽기' } },
      },
      { name: 'billing.export', description: 'Nightly', machine: true },
    ],
    ...{ applications: 'any', documents: true, audience: 'groups', allowed_groups: ['staff'] },
    ...{ groups: ['finance', 'staff'], access_token_format: 'opaque', access_token_signing_alg: 'RS256' },
    access_token_ttl_seconds: 900,
  });
  expect(created.scopes[0]).not.toHaveProperty('label');
  const { stdout } = await latchkey(folder, ['apis', 'show', ...BILLING]);
  expect(stdout).toContain('asked by: any application, clients that nobody registered\n');
  expect(stdout).toContain('audience: members of staff\n');
  expect(stdout).toContain('groups: finance staff\n');
});

test('contract 45: a fault names its flag, and texts and defaults of other scopes are told', async () => {
  const told = await refused(
    ...['apis', 'create', '--resource', 'https://stock.example', '--name', 'Stock', '--scope', 'openid'],
    ...['--scope', 'stock', '--machine-scope', '-', '--label', `stock:${'x'.repeat(61)}`, '--default-scope', 'shop'],
    ...['--description-translation', `stock:ko:${'x'.repeat(201)}`, '--label', 'shop:Shop'],
    ...['--label-translation', 'stock:fr:Lire', '--audience', 'groups'],
  );
  expect(told.trimEnd().split('\n')).toEqual([
    expect.stringContaining('--scope "openid": '),
    expect.stringContaining('--label "stock": '),
    expect.stringContaining('--description-translation "stock:ko": '),
    expect.stringContaining('--machine-scope "-": '),
    expect.stringContaining('--allowed-group: '),
    expect.stringContaining('--label "shop:Shop": use SCOPE:TEXT'),
    expect.stringContaining('--label-translation "stock:fr:Lire": use SCOPE:LANGUAGE:TEXT'),
    expect.stringContaining('--default-scope "shop": '),
    expect.stringContaining('See: latchkey apis create --help'),
  ]);
  const unknown = ['--audience', 'groups', '--allowed-group', 'nobody'];
  const stock = ['apis', 'create', '--resource', 'https://stock.example', '--name', 'Stock'];
  expect(await refused(...stock, ...unknown)).toContain('--allowed-group: There is no group');
});

test('contract 45, 46: clients that nobody registered are let in and out as an application is', async () => {
  const reports = ['--resource', 'https://reports.example'];
  await run('apis', 'create', ...reports, '--name', 'Reports', '--scope', 'reports');
  expect(await run('apis', 'let-ask', ...reports, '--documents')).toMatchObject({ documents: true, applications: [] });
  const nobody = await refused('apis', 'let-ask', ...reports, '--application', 'f'.repeat(32));
  expect(nobody).toContain('--application: There is no');
  expect(await run('apis', 'let-ask', ...reports, '--application', 'any')).toMatchObject({ documents: true });
  const stopped = await run('apis', 'stop-asking', ...reports, '--documents');
  expect(stopped).toMatchObject({ documents: false, applications: 'any' });
  expect(await refused('apis', 'let-ask', ...reports)).toContain('--application is missing');
  const both = await refused('apis', 'let-ask', ...reports, '--documents', '--application', 'any');
  expect(both).toContain('--application, --documents: give one of them');
});

test('contract 45: applications create takes the scopes of APIs that it asks people for', async () => {
  const pay = ['--resource', 'https://pay.example'];
  await run('apis', 'create', ...pay, '--name', 'Pay', '--scope', 'pay:read', '--scope', 'pay', '--ask', 'any');
  const created = await run(
    ...APPLICATION,
    ...['--api-scope', 'pay:read:required:To show: bills', '--api-scope', 'pay:optional'],
    ...['--purpose-translation', 'pay:read:ko:청구서를 보여 줘요'],
  );
  expect(created.api_scopes).toEqual([
    {
      ...{ scope: 'pay:read', consent: 'required', purpose: 'To show: bills' },
      translations: { ko: { purpose: '청구서를 보여 줘요' } },
    },
    { scope: 'pay', consent: 'optional' },
  ]);
  const { stdout } = await latchkey(folder, ['applications', 'show', '--application', created.id]);
  expect(stdout).toMatch(/^API SCOPE +CONSENT +PURPOSE$/m);
  expect(stdout).toMatch(/^pay:read +required +To show: bills$/m);
  expect(stdout).toMatch(/^pay:read purpose +ko +청구서를 보여 줘요$/m);

  const wrong = ['--api-scope', 'pay:perhaps', '--api-scope', `pay:optional:${'x'.repeat(201)}`];
  const told = await refused(...APPLICATION, ...wrong, '--retention-translation', 'pay:ko:1년');
  expect(told).toContain('--api-scope "pay:perhaps" is not valid; allowed: SCOPE:required or SCOPE:optional[:PURPOSE]');
  expect(told).toMatch(/--api-scope "pay:optional:x+": /);
  expect(told).toContain('--retention-translation "pay": there is no --consent-item');
  const long = await refused(
    ...[...APPLICATION, '--api-scope', 'pay:read:optional'],
    ...['--purpose-translation', `pay:read:ko:${'x'.repeat(201)}`],
  );
  expect(long).toContain('--purpose-translation "pay:read:ko": ');
  const unknown = await refused(...APPLICATION, '--api-scope', 'salaries:optional');
  expect(unknown).toContain('--api-scope "salaries:optional": The application may not ask for a scope of this name.');
});
