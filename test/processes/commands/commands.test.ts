// The commands on a database of their own: what each does, and the one JSON document it prints.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../helpers/open-file.ts';
import { document, latchkey, latchkeyProcess, makeFolder } from './latchkey.ts';

const PASSWORD = 'correct horse battery staple';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;
let folder: string;

beforeAll(() => {
  folder = makeFolder();
});

const createAccount = (email: string, ...more: string[]) =>
  document(folder, ['accounts', 'create', '--email', email, '--password-stdin', ...more], { input: PASSWORD });

const applicationFlags = (email: string) => [
  ...['applications', 'create', '--email', email, '--name', 'Acme Shop', '--platform', 'Web', '--platform', 'iOS'],
  ...['--site-domain', 'https://Shop.Example/', '--site-domain', 'http://localhost:4002'],
  ...['--redirect-uri', 'https://shop.example/callback', '--redirect-uri', 'http://localhost:4002/callback'],
  ...['--consent-item', 'nickname:required:To greet you: by name', '--consent-item', 'email:optional'],
  ...['--login-activation', 'ON', '--implementation-method', 'REST API', '--require-pkce'],
];

describe('migrate', () => {
  it('contract 1: brings the database up to date, and then has nothing to do', async () => {
    const own = makeFolder();
    expect((await document(own, ['migrate'])).applied).toContain('0001_initial');
    expect((await document(own, ['migrate'])).applied).toEqual([]);
  });

  it('M5: a file that is no database stops with one clear line and stays untouched', async () => {
    const own = makeFolder();
    await latchkey(own, ['migrate']);
    writeFileSync(
      join(own, 'data', 'latchkey.db'),
      'this is not a database at all, whatever its name says\n'.repeat(99),
    );
    const { status, stderr } = await latchkey(own, ['migrate']);
    expect(status).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('config check', () => {
  it('contract 1: says that the settings can be used, and what they are', async () => {
    const { valid, settings } = await document(folder, ['config', 'check'], {
      env: { LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes', LATCHKEY_OPS_LISTEN: '[::1]:4010' },
    });
    expect(valid).toBe(true);
    expect(settings).toMatchObject({ auth_url: 'http://localhost:4000', ops_listen: '[::1]:4010' });
    expect(settings.secret).toBe('(not shown)');
  });

  it.each(['replace-this-with-the-output-of-openssl-rand', 'hunter2!'.repeat(4)])(
    'P7: says that the server would not start with a secret that can be guessed: %s',
    async (LATCHKEY_SECRET) => {
      for (const args of [['config', 'check'], ['serve']]) {
        const { status, stderr } = await latchkey(folder, args, { env: { LATCHKEY_SECRET } });
        expect([status, stderr]).toEqual([1, expect.stringMatching(/LATCHKEY_SECRET: .*a text that nobody can guess/)]);
        expect(stderr).not.toContain(LATCHKEY_SECRET);
      }
    },
  );

  it('contract 1: reads config/latchkey.yaml of its folder, or the file of --config', async () => {
    writeFileSync(join(folder, 'other.yaml'), 'service_name: Other\n');
    const { settings } = await document(folder, ['config', 'check', '--config', 'other.yaml']);
    expect(settings.service_name).toBe('Other');
  });
});

describe('accounts', () => {
  it('contract 1: create with --password-stdin makes an account that has a password', async () => {
    const account = await createAccount('Mina@Example.com', '--nickname', 'Mina', '--role', 'owner');
    expect(account).toMatchObject({ email: 'Mina@Example.com', role: 'owner', nickname: 'Mina', has_password: true });
    expect(account).not.toHaveProperty('password_link');
    expect(account.created_at).toMatch(TIME);
  });

  it('contract 1: create without a password prints a one-time link for 24 hours', async () => {
    const account = await document(folder, ['accounts', 'create', '--email', 'link@example.com']);
    expect(account.role).toBe('user');
    expect(account.password_link).toMatch(/^http:\/\/localhost:4000\/password\?token=[\w-]{43}$/);
    // The account is made a moment before its link.
    const lifeMs = Date.parse(account.password_link_expires_at) - Date.parse(account.created_at);
    expect(Math.floor(lifeMs / 60_000)).toBe(DAY_MS / 60_000);
  });

  it('contract 2: an address that has an account, in any spelling, is refused by its flag', async () => {
    await createAccount('twice@example.com');
    const { status, stderr } = await latchkey(folder, ['accounts', 'create', '--email', 'TWICE@example.com']);
    expect(status).toBe(1);
    expect(stderr).toBe('latchkey: --email: An account with this email address already exists.\n');
  });

  it('contract 2: a password that may not be chosen is refused', async () => {
    const args = ['accounts', 'create', '--email', 'weak@example.com', '--password-stdin'];
    const { status, stderr } = await latchkey(folder, args, { input: 'password\n' });
    expect(status).toBe(1);
    expect(stderr).toContain('--password-stdin: ');
  });

  it('contract 2: an operator states an address verified, when making the account or later', async () => {
    const stated = {
      email_verified: true,
      email_verified_by: 'operator',
      email_verified_at: expect.stringMatching(TIME),
    };
    expect(await createAccount('stated@example.com', '--email-verified')).toMatchObject({
      ...stated,
      origin: 'command',
    });
    const unstated = await createAccount('later@example.com');
    expect(unstated).toMatchObject({ email_verified: false, email_verified_by: null, email_verified_at: null });
    const later = await document(folder, ['accounts', 'set-email-verified', '--email', 'Later@Example.com']);
    expect(later).toMatchObject(stated);
    const nobody = await latchkey(folder, ['accounts', 'set-email-verified', '--email', 'nobody@example.com']);
    expect([nobody.status, nobody.stderr]).toEqual([1, expect.stringContaining('no account has this address')]);
  });

  it('contract 2: a role for an address that nobody verified is given with a warning', async () => {
    await createAccount('unproven@example.com');
    const flags = ['accounts', 'set-role', '--email', 'unproven@example.com', '--role'];
    const warned = await latchkey(folder, [...flags, 'owner', '--json']);
    expect([warned.status, JSON.parse(warned.stdout).role]).toEqual([0, 'owner']);
    expect(warned.stderr).toMatch(/^latchkey: warning: unproven@example\.com is not verified/);
    expect((await latchkey(folder, [...flags, 'user'])).stderr).toBe('');
    await document(folder, ['accounts', 'set-email-verified', '--email', 'unproven@example.com']);
    expect((await latchkey(folder, [...flags, 'owner'])).stderr).toBe('');
  });

  it('contract 22: create says that no mail resets the password of staff or owners whose address is unverified', async () => {
    const create = (name: string, ...more: string[]) =>
      latchkey(folder, ['accounts', 'create', '--email', `${name}@example.com`, ...more]);
    for (const role of ['owner', 'support', 'operator']) {
      const { status, stderr } = await create(`new-${role}`, '--role', role);
      expect([status, stderr]).toEqual([
        0,
        expect.stringContaining(`warning: new-${role}@example.com is not verified`),
      ]);
    }
    expect((await create('new-user')).stderr).toBe('');
    expect((await create('new-verified', '--role', 'support', '--email-verified')).stderr).toBe('');
  });

  it('contract 21: --all states what operators typed; sign-ups only after a question', async () => {
    const own = makeFolder();
    for (const name of ['one', 'two', 'three']) {
      await document(own, ['accounts', 'create', '--email', `${name}@example.com`]);
    }
    const file = openFile(join(own, 'data', 'latchkey.db'));
    file.prepare("update accounts set origin = 'sign-up' where email_key <> 'one@example.com'").run();
    file.close();
    const all = ['accounts', 'set-email-verified', '--all'];
    expect(await document(own, all)).toEqual({ verified: 1, still_unverified: 2 });
    expect(await document(own, all)).toEqual({ verified: 0, still_unverified: 2 });
    for (const input of ['', 'no\n', 'y\n']) {
      const refused = await latchkey(own, [...all, '--include-sign-ups'], { input });
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toMatch(/^2 users entered their address themselves.*Nothing was changed/s);
    }
    const stated = await document(own, [...all, '--include-sign-ups'], { input: 'yes\n' });
    expect(stated).toEqual({ verified: 2, still_unverified: 0 });
  });

  it('contract 1: set-email-verified names every wrong combination of flags', async () => {
    const faults = async (...flags: string[]) => {
      const { status, stderr } = await latchkey(folder, ['accounts', 'set-email-verified', ...flags]);
      expect(status).toBe(1);
      return stderr;
    };
    expect(await faults()).toContain('give --email, --id, --sub or --username, or --all');
    expect(await faults('--all', '--email', 'a@example.com')).toContain(
      'give --email, --id, --sub or --username, or --all',
    );
    const both = await faults('--include-sign-ups');
    expect(both).toContain('give --email, --id, --sub or --username, or --all');
    expect(both).toContain('--include-sign-ups goes with --all');
  });

  it('contract 1: show, disable, enable, set-role and delete act on the account of an address', async () => {
    const email = 'changed@example.com';
    const { id } = await createAccount(email);
    const flags = ['--email', ' Changed@Example.com'];
    expect(await document(folder, ['accounts', 'show', ...flags])).toMatchObject({ id, disabled_at: null });
    expect((await document(folder, ['accounts', 'disable', '--yes', ...flags])).disabled_at).toMatch(TIME);
    expect((await document(folder, ['accounts', 'enable', ...flags])).disabled_at).toBeNull();
    expect((await document(folder, ['accounts', 'set-role', ...flags, '--role', 'support'])).role).toBe('support');
    expect(await document(folder, ['accounts', 'delete', '--yes', ...flags])).toEqual({ deleted: true, id, email });
    const { status, stderr } = await latchkey(folder, ['accounts', 'show', ...flags]);
    expect(status).toBe(1);
    expect(stderr).toContain('no account has this address');
  });

  it('contract 29: no command deletes or demotes whoever owns applications, and each is named', async () => {
    const own = makeFolder();
    const flags = ['--email', 'owner@example.com'];
    await latchkey(own, ['accounts', 'create', ...flags, '--role', 'owner']);
    const { id } = await document(own, applicationFlags('owner@example.com'));
    for (const args of [
      ['delete', '--yes'],
      ['set-role', '--role', 'user'],
      ['set-role', '--role', 'support'],
    ]) {
      const { status, stderr } = await latchkey(own, ['accounts', ...args, ...flags]);
      expect([status, stderr.trimEnd().split('\n')]).toEqual([
        1,
        [
          expect.stringContaining('The account owns applications. Name who gets them (--hand-over-to ACCOUNT)'),
          `latchkey:   Acme Shop (${id}), 0 people connected`,
        ],
      ]);
    }
    expect(await document(own, ['accounts', 'show', ...flags])).toMatchObject({ role: 'owner' });
  });

  it('contract 29: no command disables, demotes or deletes the last enabled operator', async () => {
    const own = makeFolder();
    const flags = ['--email', 'last@example.com'];
    await latchkey(own, ['accounts', 'create', ...flags, '--role', 'operator']);
    for (const args of [
      ['disable', '--yes'],
      ['set-role', '--role', 'user'],
      ['delete', '--yes'],
    ]) {
      const { status, stderr } = await latchkey(own, ['accounts', ...args, ...flags]);
      expect(status).toBe(1);
      expect(stderr).toBe('latchkey: This is the last enabled operator: create or enable another one first\n');
    }
    expect(await document(own, ['accounts', 'show', ...flags])).toMatchObject({ role: 'operator', disabled_at: null });
  });

  it('contract 1: password-link prints a link; each is another', async () => {
    await createAccount('forgot@example.com');
    const args = ['accounts', 'password-link', '--email', 'forgot@example.com'];
    const [first, second] = [await document(folder, args), await document(folder, args)];
    expect(first.password_link).toMatch(/^http:\/\/localhost:4000\/password\?token=[\w-]{43}$/);
    expect(second.password_link).not.toBe(first.password_link);
  });

  it('contract 29: sessions lists the devices of an account, and end-sessions signs it out on all of them', async () => {
    const own = makeFolder();
    const flags = ['--email', 'signed-in@example.com'];
    const { id } = await document(own, ['accounts', 'create', ...flags, '--password-stdin'], {
      input: 'a long enough password',
    });
    expect(await document(own, ['accounts', 'sessions', ...flags])).toEqual([]);
    const at = Date.now();
    const file = openFile(join(own, 'data/latchkey.db'));
    file
      .prepare(
        `insert into sessions (id, handle_hash, account_id, sign_in_epoch, persistent, authenticated_at, chosen_at, created_at, last_used_at, expires_at, user_agent, network)
         values (?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, '192.0.2.0/24')`,
      )
      .run('s'.repeat(32), Buffer.alloc(32, 1), id, at, at, at, at, at + 60_000, 'Firefox/145.0 \u001b[31m');
    file.close();
    const device = { browser: 'Firefox 145', system: null, network: '192.0.2.0/24' };
    const time = new Date(at).toISOString();
    expect(await document(own, ['accounts', 'sessions', ...flags])).toEqual([
      { id: 's'.repeat(32), ...device, created_at: time, last_used_at: time },
    ]);
    const { stdout } = await latchkey(own, ['accounts', 'sessions', ...flags]);
    expect(stdout).toMatch(/^BROWSER +SYSTEM +NETWORK +SIGNED IN +LAST USED\nFirefox 145 +- +192\.0\.2\.0\/24 /);
    expect(await document(own, ['accounts', 'end-sessions', '--yes', ...flags])).toEqual({
      ...{ ended: true, id, email: 'signed-in@example.com' },
    });
    expect(await document(own, ['accounts', 'sessions', ...flags])).toEqual([]);
  });

  it('contract 1: list prints every account as one document, and as a table for people', async () => {
    await createAccount('listed@example.com');
    const accounts = await document(folder, ['accounts', 'list']);
    expect(accounts.map(({ email }: { email: string }) => email)).toContain('listed@example.com');
    const { stdout } = await latchkey(folder, ['accounts', 'list']);
    expect(stdout).toMatch(/^ID +EMAIL +ROLE +NICKNAME +USERNAME +STATE +CREATED\n/);
    expect(stdout).toContain('listed@example.com');
  });

  it('contract 1: list prints a page, and only the accounts that fit', async () => {
    const own = makeFolder();
    const flags = ['--email', 'second@example.com'];
    for (const email of ['first@example.com', 'second@example.com', 'third@example.org']) {
      await latchkey(own, ['accounts', 'create', '--email', email]);
    }
    await latchkey(own, ['accounts', 'set-role', ...flags, '--role', 'owner']);
    await latchkey(own, ['accounts', 'disable', '--yes', ...flags]);
    const list = (...args: string[]) => document(own, ['accounts', 'list', ...args]);
    const [first, second, third] = await list();
    expect(await list('--limit', '1', '--after', first.id)).toEqual([second]);
    expect(await list('--email', '@EXAMPLE.org')).toEqual([third]);
    expect(await list('--role', 'owner')).toEqual([second]);
    expect(await list('--disabled')).toEqual([second]);
    expect(await list('--disabled', '--role', 'user')).toEqual([]);
    expect(await list('--status', 'disabled')).toEqual([second]);
    expect(await list('--status', 'active')).toEqual([first, third]);
    expect(await list('--status', 'leaving')).toEqual([]);
    const wrong = ['--limit', '0', '--after', 'x', '--role', 'y', '--status', 'z'];
    const { status, stderr } = await latchkey(own, ['accounts', 'list', ...wrong]);
    expect(status).toBe(1);
    expect(stderr.match(/is not valid/g)).toHaveLength(4);
  });

  it.each(['show', 'disable --yes', 'enable', 'delete --yes', 'password-link', 'sessions', 'end-sessions --yes'])(
    'contract 1: %s of an address without account ends with 1 and names the flag',
    async (command) => {
      const args = ['accounts', ...command.split(' '), '--email', 'nobody@example.com'];
      const { status, stderr } = await latchkey(folder, args);
      expect(status).toBe(1);
      expect(stderr).toBe('latchkey: --email "nobody@example.com": no account has this address\n');
    },
  );
});

describe('api-tokens', () => {
  beforeAll(() => createAccount('tokens@example.com', '--role', 'owner'));
  const create = (...more: string[]) =>
    document(folder, ['api-tokens', 'create', '--email', 'tokens@example.com', ...more]);
  const list = () => document(folder, ['api-tokens', 'list', '--email', 'tokens@example.com']);

  it('contract 1: create prints the token once, as token; it lives 90 days', async () => {
    const created = await create('--name', 'deploy');
    expect(created.token).toMatch(/^lk_api_[\w-]{43}$/);
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(90 * DAY_MS);
    const listed = await list();
    expect(listed).toContainEqual({
      id: created.id,
      name: 'deploy',
      scopes: ['applications'],
      created_at: created.created_at,
      last_used_at: null,
      expires_at: created.expires_at,
    });
    expect(JSON.stringify(listed)).not.toContain(created.token);
  });

  it('contract 29: --scope names scopes that the role may use, and ends within 90 days', async () => {
    await createAccount('runs@example.com', '--role', 'operator');
    const forOperator = [
      'api-tokens',
      'create',
      '--email',
      'runs@example.com',
      '--scope',
      'audit',
      '--scope',
      'policy',
    ];
    expect((await document(folder, forOperator)).scopes).toEqual(['policy', 'audit']);
    expect((await latchkey(folder, [...forOperator, '--expires-in', '91'])).stderr).toContain('1 to 90 days');
    const refused = await latchkey(folder, [
      'api-tokens',
      'create',
      '--email',
      'tokens@example.com',
      '--scope',
      'audit',
    ]);
    expect(refused.stderr).toContain('The role owner cannot use the scope audit');
  });

  it('contract 1: --expires-in 0 never expires', async () => {
    expect((await create('--expires-in', '0')).expires_at).toBeNull();
  });

  it('contract 1: delete ends a token; one that is not there is told', async () => {
    const { id } = await create();
    expect(await document(folder, ['api-tokens', 'delete', '--yes', '--id', id])).toEqual({ deleted: true, id });
    expect(JSON.stringify(await list())).not.toContain(id);
    expect((await latchkey(folder, ['api-tokens', 'delete', '--yes', '--id', id])).stderr).toContain(
      'there is no such API token',
    );
  });
});

describe('machine-tokens', () => {
  it('contract 29: are made with a name and scopes, printed once, listed and deleted', async () => {
    const made = ['machine-tokens', 'create', '--name', 'deploy', '--scope', 'audit', '--scope', 'applications'];
    const created = await document(folder, [...made, '--expires-in', '365']);
    const { token, ...row } = created;
    expect(token).toMatch(/^lk_machine_[\w-]{43}$/);
    expect(row).toMatchObject({ name: 'deploy', scopes: ['applications', 'audit'], last_used_at: null });
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(365 * DAY_MS);
    expect(await document(folder, ['machine-tokens', 'list'])).toEqual([row]);
    expect(await document(folder, ['machine-tokens', 'delete', '--yes', '--id', row.id])).toEqual({
      deleted: true,
      id: row.id,
    });
    expect(await document(folder, ['machine-tokens', 'list'])).toEqual([]);
    const { stderr } = await latchkey(folder, ['machine-tokens', 'create', '--expires-in', '366']);
    expect(stderr).toContain('--name is missing');
    expect(stderr).toContain('--scope is missing');
    expect((await latchkey(folder, [...made, '--expires-in', '366'])).stderr).toContain('from 1 to 365');
  });
});

describe('applications and client-secrets', () => {
  let application: { id: string; platforms: { platform: string; api_key: string; site_domains?: string[] }[] };
  beforeAll(async () => {
    await createAccount('apps@example.com', '--role', 'owner');
    application = await document(folder, applicationFlags('apps@example.com'));
  });

  it('contract 1: applications create prints the application with its API keys', () => {
    expect(application).toMatchObject({
      name: 'Acme Shop',
      login_activation: 'ON',
      implementation_method: 'REST API',
      require_pkce: true,
      redirect_uris: ['https://shop.example/callback', 'http://localhost:4002/callback'],
      consent_items: [
        { item: 'nickname', consent: 'required', purpose: 'To greet you: by name' },
        { item: 'email', consent: 'optional' },
      ],
    });
    const [web, ios] = application.platforms;
    expect(web?.site_domains).toEqual(['https://shop.example', 'http://localhost:4002']);
    expect(web?.api_key).toMatch(/^[0-9a-f]{32}$/);
    expect(ios?.platform).toBe('iOS');
  });

  it('contract 3: applications create takes the OpenID members by flags; without them, their defaults', async () => {
    expect(application).toMatchObject({
      id_token_claims: true,
      id_token_signed_response_alg: 'RS256',
      post_logout_redirect_uris: [],
    });
    expect(application).not.toHaveProperty('userinfo_signed_response_alg');
    const own = makeFolder();
    const email = 'openid@example.com';
    await document(own, ['accounts', 'create', '--email', email, '--role', 'owner']);
    const created = await document(own, [
      ...applicationFlags(email),
      ...['--no-id-token-claims', '--id-token-signed-response-alg', 'ES256'],
      ...['--userinfo-signed-response-alg', 'EdDSA', '--backchannel-logout-uri', 'https://shop.example/logout'],
      ...[
        '--post-logout-redirect-uri',
        'https://shop.example/bye',
        '--post-logout-redirect-uri',
        'http://localhost:1/',
      ],
    ]);
    expect(created).toMatchObject({
      id_token_claims: false,
      id_token_signed_response_alg: 'ES256',
      userinfo_signed_response_alg: 'EdDSA',
      post_logout_redirect_uris: ['https://shop.example/bye', 'http://localhost:1/'],
      backchannel_logout_uri: 'https://shop.example/logout',
    });
    expect(await document(own, ['applications', 'list'])).toEqual([created]);
    const { stdout } = await latchkey(own, ['applications', 'show', '--application', created.id]);
    for (const text of [
      'ID token: ES256\n',
      'EdDSA, signed',
      'https://shop.example/bye',
      'https://shop.example/logout',
    ]) {
      expect(stdout).toContain(text);
    }
  });

  it('contract 3: applications create takes who receives the data, and how long each item is kept', async () => {
    const own = makeFolder();
    const email = 'company@example.com';
    await document(own, ['accounts', 'create', '--email', email, '--role', 'owner']);
    const company = ['--company-name', 'Acme Inc.', '--company-country', 'KR'];
    const created = await document(own, [
      ...applicationFlags(email),
      ...company,
      '--retention',
      'email:5 years: receipts',
    ]);
    expect(created).toMatchObject({
      company_name: 'Acme Inc.',
      company_country: 'KR',
      consent_items: [{ item: 'nickname' }, { item: 'email', retention: '5 years: receipts' }],
    });
    const { stdout } = await latchkey(own, ['applications', 'show', '--application', created.id]);
    for (const text of ['company: Acme Inc.', 'company country: KR', '5 years: receipts'])
      expect(stdout).toContain(text);
    const wrong = [...applicationFlags(email), '--company-country', 'XX', '--retention', 'name:1 year'];
    const { status, stderr } = await latchkey(own, wrong);
    expect(status).not.toBe(0);
    expect(stderr).toContain('--company-country "XX"');
    expect(stderr).toContain('--retention "name"');
  });

  it('contract 3: applications create takes texts in other languages, and names the flag of a fault', async () => {
    const own = makeFolder();
    const email = 'translated@example.com';
    await document(own, ['accounts', 'create', '--email', email, '--role', 'owner']);
    const created = await document(own, [
      ...applicationFlags(email),
      ...['--name-translation', 'ko:아크메 상점', '--purpose-translation', 'email:ko:영수증: 발송'],
      ...['--retention-translation', 'email:en:5 years', '--retention-translation', 'email:ko:5년'],
    ]);
    expect(created).toMatchObject({
      translations: { ko: { name: '아크메 상점' } },
      consent_items: [
        { item: 'nickname' },
        {
          item: 'email',
          translations: { en: { retention: '5 years' }, ko: { purpose: '영수증: 발송', retention: '5년' } },
        },
      ],
    });
    const { stdout } = await latchkey(own, ['applications', 'show', '--application', created.id]);
    expect(stdout).toMatch(/^email purpose +ko +영수증: 발송$/m);
    const long = 'x'.repeat(201);
    const wrong = ['--name-translation', 'ko: ', '--purpose-translation', `email:ko:${long}`];
    const stray = ['--retention-translation', 'name:ko:1년', '--retention-translation', 'email:fr:1 an'];
    const refused = await latchkey(own, [...applicationFlags(email), ...wrong]);
    expect(refused.stderr).toContain('--name-translation "ko": ');
    expect(refused.stderr).toContain('--purpose-translation "email:ko": ');
    const { status, stderr } = await latchkey(own, [...applicationFlags(email), ...stray]);
    expect(status).not.toBe(0);
    expect(stderr).toContain('--retention-translation "name": ');
    expect(stderr).toContain('ITEM:LANGUAGE:TEXT; languages: en, ko');
  });

  it('contract 1: applications show prints the same', async () => {
    expect(await document(folder, ['applications', 'show', '--application', application.id])).toEqual(application);
    const { stdout } = await latchkey(folder, ['applications', 'show', '--application', application.id]);
    expect(stdout).toContain(application.platforms[0]?.api_key);
  });

  it('contract 1: applications list prints all, or those of one account', async () => {
    expect(await document(folder, ['applications', 'list'])).toEqual([application]);
    expect(await document(folder, ['applications', 'list', '--email', 'apps@example.com'])).toEqual([application]);
    await createAccount('none@example.com', '--role', 'operator');
    expect(await document(folder, ['applications', 'list', '--email', 'none@example.com'])).toEqual([]);
  });

  it('contract 1: client-secrets create prints the secret once; list and delete know it by its id', async () => {
    const flags = ['--application', application.id];
    const created = await document(folder, ['client-secrets', 'create', ...flags, '--expires-in', '30']);
    expect(created.client_secret).toMatch(/^lk_cs_[\w-]{43}$/);
    expect(created.expires_at).toMatch(TIME);
    const listed = await document(folder, ['client-secrets', 'list', ...flags]);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([created.id]);
    expect(JSON.stringify(listed)).not.toContain(created.client_secret);
    expect(await document(folder, ['client-secrets', 'delete', '--yes', ...flags, '--id', created.id])).toEqual({
      deleted: true,
      id: created.id,
    });
    expect(await document(folder, ['client-secrets', 'list', ...flags])).toEqual([]);
  });

  it('contract 3: a third live client secret is refused', async () => {
    const flags = ['client-secrets', 'create', '--application', application.id];
    await document(folder, flags);
    await document(folder, flags);
    const { status, stderr } = await latchkey(folder, flags);
    expect(status).toBe(1);
    expect(stderr).toContain('already has two active client secrets');
  });

  it.each(['applications show', 'client-secrets create', 'client-secrets list'])(
    'contract 1: %s of an unknown application ends with 1 and names the flag',
    async (command) => {
      const { status, stderr } = await latchkey(folder, [...command.split(' '), '--application', 'nothing']);
      expect(status).toBe(1);
      expect(stderr).toBe('latchkey: --application "nothing": there is no such application\n');
    },
  );

  it('contract 1: applications create for an address without account is refused', async () => {
    const { status, stderr } = await latchkey(folder, applicationFlags('nobody@example.com'));
    expect(status).toBe(1);
    expect(stderr).toContain('--email "nobody@example.com": no account has this address');
  });
});

describe('messages', () => {
  it('contract 29: lists those that were given up, with the reason, and without the address', async () => {
    const own = makeFolder();
    await document(own, ['migrate']);
    expect(await document(own, ['messages', 'list'])).toEqual([]);
    const file = openFile(join(own, 'data', 'latchkey.db'));
    const [created_at, ended] = [new Date(1000).toISOString(), Date.now() - 5000];
    file.exec(`insert into mails (id, kind, email, facts, created_at, expires_at, tries, ended_at, failure)
      values ('m1', 'verify-email', 'person@example.com', '{}', 1000, 9000, 2, ${ended}, 'RCPT TO 550')`);
    file.exec(`insert into given_up_logouts (id, application_id, created_at, ended_at, tries, failure)
      values ('g1', 'a1', 1000, ${ended - 1}, 13, 'answered 500')`);
    file.close();
    const mail = {
      ...{ id: 'm1', kind: 'mail', type: 'verify-email', application_id: null, host: null, created_at },
      ...{ given_up_at: new Date(ended).toISOString(), tries: 3, reason: 'RCPT TO 550' },
    };
    const logout = {
      ...{ id: 'g1', kind: 'logout', type: null, application_id: null, host: null, created_at },
      ...{ given_up_at: new Date(ended - 1).toISOString(), tries: 13, reason: 'answered 500' },
    };
    expect(await document(own, ['messages', 'list'])).toEqual([mail, logout]);
    expect(await document(own, ['messages', 'list', '--kind', 'logout'])).toEqual([logout]);
    const { stdout } = await latchkey(own, ['messages', 'list', '--kind', 'mail']);
    expect(stdout).toMatch(/^ID .*REASON\nm1 +mail +verify-email .* 3 +RCPT TO 550\n$/);
  });
});

describe('the secret file', () => {
  it('contract 1: several processes that start first at once agree on one secret, and nothing is left over', async () => {
    const own = makeFolder();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        document(own, ['accounts', 'create', '--email', `p${index}@example.com`], {}, latchkeyProcess),
      ),
    );
    expect(outcomes).toHaveLength(6);
    expect((await document(own, ['accounts', 'list'])).length).toBe(6);
    expect(readdirSync(join(own, 'data')).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key']);
    expect(statSync(join(own, 'data', 'secret.key')).mode & 0o777).toBe(0o600);
  });
});
