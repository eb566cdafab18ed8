// The settings: where they are read from, which wins, and that every fault is told at once without showing a secret.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDatabaseUrl } from '../../../src/schema/settings/database-url.ts';
import { checkSettings, loadSettings, withholdsUnverifiedEmail } from '../../../src/settings/config.ts';
import { SettingsError } from '../../../src/settings/fault.ts';
import { passkeyRpIdOf } from '../../../src/settings/passkey-settings.ts';

const SECRET = 'a-secret-of-more-than-thirty-two-bytes';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-settings-'));
});

const load = (env: Record<string, string>, configFile?: string) =>
  loadSettings({ env: { LATCHKEY_SECRET: SECRET, ...env }, configFile });

function faultsOf(env: Record<string, string>, configFile?: string): string {
  try {
    load(env, configFile);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

function yamlFile(content: string, mode = 0o600): string {
  const file = join(folder, 'latchkey.yaml');
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

describe('sources', () => {
  it('contract 1: every setting has a default that works on a laptop', () => {
    const settings = load({});
    expect(settings.authUrl).toBe('http://localhost:4000');
    expect(settings.opsListen).toEqual({ host: '127.0.0.1', port: 4009 });
  });

  it('contract 1: the YAML file wins over the default, a variable over the file', () => {
    const file = yamlFile('auth_url: https://one.example\napi_url: https://two.example\n');
    const settings = load({ LATCHKEY_API_URL: 'https://three.example' }, file);
    expect([settings.authUrl, settings.apiUrl]).toEqual(['https://one.example', 'https://three.example']);
  });

  it('contract 1: a file named by --config must exist', () => {
    expect(faultsOf({}, join(folder, 'nowhere.yaml'))).toContain('nowhere.yaml: missing');
  });

  it('contract 1: an empty variable and a key without a value are as good as absent', () => {
    const settings = load({ LATCHKEY_SUPPORT_CONTACT: '' }, yamlFile('service_name:\n'));
    expect([settings.supportContact, settings.serviceName]).toEqual([undefined, 'Latchkey']);
  });

  it('the settings are one frozen object', () => {
    expect(Object.isFrozen(load({}))).toBe(true);
  });
});

describe('faults', () => {
  it('contract 1: names every fault at once: key, value, what is allowed', () => {
    const file = yamlFile('log_level: loud\naudit_days: 0\n');
    const lines = faultsOf({ LATCHKEY_AUTH_URL: 'https://a.example/path', LATCHKEY_TRUST_PROXY: '10.0.0.0/99' }, file);
    expect(lines.split('\n')).toHaveLength(4);
    expect(lines).toContain(`log_level in ${file}: "loud"; allowed: trace, debug, info`);
    expect(lines).toContain('audit_days in');
    expect(lines).toContain('LATCHKEY_AUTH_URL: "https://a.example/path"; allowed: an origin');
    expect(lines).toContain('LATCHKEY_TRUST_PROXY: "10.0.0.0/99"; allowed: a list');
  });

  it.each([
    'https://acme.example/terms?lang=ko#top',
    'http://localhost:8080/terms',
    'http://127.0.0.1/terms',
    'http://[::1]/terms',
  ])('contract 1: %s is a page of the service', (url) => {
    const pages = { LATCHKEY_TERMS_URL: url, LATCHKEY_PRIVACY_URL: url };
    const { termsUrl, privacyUrl } = load(pages);
    expect([termsUrl, privacyUrl]).toEqual([url, url]);
  });

  it.each([
    'http://acme.example/terms',
    'http://localhost.acme.example/',
    'javascript:alert(1)',
    'https://mina:secret@acme.example/',
    '/terms',
    `https://acme.example/${'a'.repeat(2000)}`,
  ])('contract 1: %s is no page of the service', (url) => {
    const lines = faultsOf({ LATCHKEY_TERMS_URL: url, LATCHKEY_PRIVACY_URL: url });
    for (const name of ['TERMS', 'PRIVACY']) expect(lines).toContain(`LATCHKEY_${name}_URL: `);
    expect(lines).toContain('allowed: an https URL');
  });

  it('contract 1: an unknown variable stops the start and names the nearest setting', () => {
    expect(faultsOf({ LATCHKEY_AUTH_ULR: 'https://a.example' })).toBe(
      'LATCHKEY_AUTH_ULR: unknown setting; allowed: LATCHKEY_AUTH_URL, or another of the settings of config/latchkey.example.yaml',
    );
  });

  it('contract 1: an unknown key of the YAML file stops the start, and its value is not shown', () => {
    const lines = faultsOf({}, yamlFile('smtp_password: hunter2hunter2\n'));
    expect(lines).toContain('smtp_password in');
    expect(lines).not.toContain('hunter2');
  });

  it('contract 1: a secret is never shown in a fault', () => {
    const lines = faultsOf({ LATCHKEY_SECRET: 'tooshort' });
    expect(lines).toContain('LATCHKEY_SECRET: (not shown); allowed: a text of at least 32 bytes');
    expect(lines).not.toContain('tooshort');
  });

  it('P7: a secret that can be guessed is a fault, told with the others, by its reason and without its text', () => {
    const [text, auth] = ['hunter2!'.repeat(5), { LATCHKEY_AUTH_URL: 'nonsense' }];
    const lines = faultsOf({ LATCHKEY_SECRET: text });
    expect(lines).toMatch(
      /^LATCHKEY_SECRET: \(not shown; it repeats itself\); allowed: a text that nobody can guess; /,
    );
    expect(lines).toMatch(/openssl rand[^\n]*secret_previous[^\n]*keys rewrap/);
    expect(faultsOf({ LATCHKEY_SECRET: text, ...auth })).not.toContain('hunter2');
    const file = join(folder, 'secret.key');
    writeFileSync(file, text, { mode: 0o600 });
    const fromFile = faultsOf({ LATCHKEY_SECRET: '', LATCHKEY_SECRET_FILE: file });
    expect(fromFile).toContain(`LATCHKEY_SECRET_FILE: "${file}" (its content repeats itself); allowed: `);
    expect(fromFile).not.toContain('hunter2');
  });

  it('P7: a secret that can be guessed may be the previous one, so that it can be left behind', () => {
    expect(load({ LATCHKEY_SECRET_PREVIOUS: 'a'.repeat(32) }).previousSecret?.toString()).toBe('a'.repeat(32));
  });

  it('contract 1: broken YAML is told by its line without quoting it', () => {
    const lines = faultsOf({}, yamlFile('log_level: info\nsecret: "hunter2hunter2\n'));
    expect(lines).toMatch(/: line \d: /);
    expect(lines).not.toContain('hunter2');
  });

  it('a key written twice in the YAML file is a fault', () => {
    expect(faultsOf({}, yamlFile('log_level: info\nlog_level: warn\n'))).toContain('line 2: duplicate key');
  });

  it('P7: the password in a wrong postgres:// URL is not shown', () => {
    const lines = faultsOf({ LATCHKEY_DATABASE_URL: 'postgres://latchkey:hunter2@db' });
    expect(lines).toContain('LATCHKEY_DATABASE_URL');
    expect(lines).not.toContain('hunter2');
  });

  it.each([
    'sqlite:',
    'sqlite::memory:',
    'sqlite://data/x.db',
    'file:data/x.db',
    'data/x.db',
    'postgres:latchkey',
    'postgres://db',
    'postgres://db/',
    'postgres://d b/latchkey',
  ])('contract 1: %s is no database URL', (url) => {
    expect(faultsOf({ LATCHKEY_DATABASE_URL: url })).toContain('LATCHKEY_DATABASE_URL');
  });
});

describe('PostgreSQL', () => {
  it.each(['postgres://latchkey@db/latchkey', 'postgresql://u:p@[::1]:5433/x?sslmode=verify-full'])(
    'contract 1: %s is a database URL',
    (url) => {
      expect(load({ LATCHKEY_DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );

  it('contract 1: the secret is to be given: a missing file is not made, and the fault says how to make it', () => {
    const file = join(folder, 'none.key');
    const env = { LATCHKEY_SECRET_FILE: file, LATCHKEY_DATABASE_URL: 'postgres://db/latchkey' };
    expect(() => loadSettings({ env })).toThrow(/LATCHKEY_SECRET_FILE.*all processes on this database share/);
    expect(existsSync(file)).toBe(false);
  });

  it('P7: a YAML file with a password in the URL must be closed to others', () => {
    const content = 'database_url: postgres://latchkey:hunter2@db/latchkey\n';
    expect(faultsOf({}, yamlFile(content, 0o644))).toContain('contains a secret and other users can read it');
    expect(faultsOf({}, yamlFile(content))).toBe('');
    expect(faultsOf({}, yamlFile('database_url: postgres://latchkey@db/latchkey\n', 0o644))).toBe('');
  });

  it.each([
    ['sqlite:data/x.db', 'sqlite:data/x.db'],
    ['postgres://u@db/x', 'postgres://u@db/x'],
    ['postgres://u:hunter2@db/x', 'postgres://u:not-shown@db/x'],
    ['postgres://u@db/x?password=hunter2', 'postgres://u@db/x?password=not-shown'],
  ])('P7: %s is shown as %s', (url, shown) => {
    expect(readDatabaseUrl(url).shown).toBe(shown);
  });
});

describe('public URLs', () => {
  it.each([
    ['HTTPS://Login.Example.COM/', 'https://login.example.com'],
    ['https://login.example.com:443', 'https://login.example.com'],
    ['http://127.9.9.9:80', 'http://127.9.9.9'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
    ['https://한국.example', 'https://xn--3e0b707e.example'],
  ])('contract 1: %s becomes the origin %s', (given, expected) => {
    expect(load({ LATCHKEY_AUTH_URL: given }).authUrl).toBe(expected);
  });

  it.each([
    'https://a.example/path',
    'https://a.example?',
    'https://a.example/?q=1',
    'https://a.example#f',
    'https://user@a.example',
    'https:\\\\a.example',
    'a.example',
    'ftp://a.example',
    'https://',
    ' https://a.example',
  ])('contract 1: %j is no origin and stops the start', (given) => {
    expect(faultsOf({ LATCHKEY_AUTH_URL: given })).toContain('LATCHKEY_AUTH_URL');
  });

  it.each(['http://a.example', 'http://10.0.0.1', 'http://localhost.a.example', 'http://127.0.0.1.a.example'])(
    'contract 1: %s needs https, because its host is not loopback',
    (given) => {
      expect(faultsOf({ LATCHKEY_API_URL: given })).toContain('allowed: https; http only for localhost');
    },
  );

  it('contract 1: insecure_http accepts http on any host', () => {
    expect(load({ LATCHKEY_API_URL: 'http://a.example', LATCHKEY_INSECURE_HTTP: 'true' }).apiUrl).toBe(
      'http://a.example',
    );
  });
});

describe('contract 2: unverified_email', () => {
  const AUTH = { LATCHKEY_AUTH_URL: 'https://login.example.com' };
  const API = { LATCHKEY_API_URL: 'https://api.example.com' };

  it.each([
    ['release', 'where both URLs are loopback', {}],
    ['withhold', 'where the auth URL is public', AUTH],
    ['withhold', 'where the API URL is public', API],
    ['withhold', 'where both are public', { ...AUTH, ...API }],
    ['release', 'where both are public and it says so', { ...AUTH, ...API, LATCHKEY_UNVERIFIED_EMAIL: 'release' }],
    ['withhold', 'where both URLs are loopback and it says so', { LATCHKEY_UNVERIFIED_EMAIL: 'withhold' }],
  ])('is %s %s', (rule, _where, env) => {
    expect(withholdsUnverifiedEmail(load(env))).toBe(rule === 'withhold');
  });
});

describe('addresses', () => {
  it('contract 1: listeners take host:port and [IPv6]:port', () => {
    const settings = load({ LATCHKEY_AUTH_LISTEN: '[::1]:5000', LATCHKEY_API_LISTEN: 'localhost:0' });
    expect(settings.authListen).toEqual({ host: '::1', port: 5000 });
    expect(settings.apiListen).toEqual({ host: 'localhost', port: 0 });
  });

  it('contract 1: off switches the operations listener off, also in YAML', () => {
    expect(load({ LATCHKEY_OPS_LISTEN: 'off' }).opsListen).toBe('off');
    expect(load({}, yamlFile('ops_listen: off\n')).opsListen).toBe('off');
  });

  it.each(['4000', ':4000', 'localhost', 'localhost:65536', '::1:4000', '[127.0.0.1]:4000', 'a b:1', 'http://a:1'])(
    'contract 1: %j is nothing to listen on',
    (given) => {
      expect(faultsOf({ LATCHKEY_AUTH_LISTEN: given })).toContain('LATCHKEY_AUTH_LISTEN');
    },
  );

  it('two listeners on one address are a fault', () => {
    expect(faultsOf({ LATCHKEY_API_LISTEN: '127.0.0.1:4000' })).toContain('a different address than auth_listen');
  });

  it('contract 1: trusted proxies are addresses and ranges, as YAML list or with commas', () => {
    const expected = ['10.0.0.0/8', '::1'];
    expect(load({ LATCHKEY_TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(expected);
    expect(load({}, yamlFile('trust_proxy: [10.0.0.0/8, "::1"]\n')).trustProxy).toEqual(expected);
  });

  it.each(['true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '::/129', '0.0.0.0/0'])(
    'K16: %s is no proxy that may be trusted',
    (given) => {
      expect(faultsOf({ LATCHKEY_TRUST_PROXY: given })).toContain('LATCHKEY_TRUST_PROXY');
    },
  );

  it('contract 1: TLS needs the certificate and the key', () => {
    const file = yamlFile('');
    expect(faultsOf({ LATCHKEY_TLS_KEY_FILE: file })).toBe(
      'tls_certificate_file: missing; allowed: both tls_certificate_file and tls_key_file, or neither',
    );
  });
});

describe('the secret', () => {
  const withFile = (file: string, env: Record<string, string> = {}) =>
    loadSettings({
      env: { LATCHKEY_SECRET_FILE: file, LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'db')}`, ...env },
    });
  const faultsWithFile = (file: string, env?: Record<string, string>) => {
    try {
      withFile(file, env);
    } catch (error) {
      return (error as SettingsError).message;
    }
    return '';
  };

  it('contract 1: its file is made at the first start with mode 0600 and read at the next', () => {
    const file = join(folder, 'new', 'secret.key');
    const first = withFile(file).secret;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.byteLength).toBeGreaterThanOrEqual(32);
    expect(withFile(file).secret).toEqual(first);
  });

  it('config check makes no file', () => {
    const file = join(folder, 'secret.key');
    checkSettings({ env: { LATCHKEY_SECRET_FILE: file, LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'db')}` } });
    expect(existsSync(file)).toBe(false);
  });

  it.each([0o640, 0o604, 0o660])('P3: a file of mode %o is refused', (mode) => {
    const file = join(folder, 'secret.key');
    writeFileSync(file, SECRET);
    chmodSync(file, mode);
    expect(faultsWithFile(file)).toContain('a file only its owner may read');
  });

  it('P3: a YAML file that holds a secret and that others may read is refused', () => {
    const file = yamlFile(`secret: ${SECRET}\n`, 0o644);
    expect(() => loadSettings({ env: {}, configFile: file })).toThrow('other users can read it');
  });

  it('contract 1: a file with fewer than 32 bytes is refused', () => {
    const file = join(folder, 'secret.key');
    writeFileSync(file, 'short\n', { mode: 0o600 });
    expect(faultsWithFile(file)).toContain('at least 32 bytes');
  });

  it('M5: a missing file beside a database that stands is refused, and none is made', () => {
    writeFileSync(join(folder, 'db'), 'data');
    const file = join(folder, 'secret.key');
    expect(faultsWithFile(file)).toContain('it is missing');
    expect(existsSync(file)).toBe(false);
  });

  it('M5: a folder in place of the file is refused', () => {
    const file = join(folder, 'secret.key');
    mkdirSync(file, { mode: 0o700 });
    expect(faultsWithFile(file)).toContain('LATCHKEY_SECRET_FILE');
  });

  it('contract 1: the secret and its file in one place are a fault', () => {
    expect(faultsWithFile(join(folder, 's'), { LATCHKEY_SECRET: SECRET })).toContain('LATCHKEY_SECRET: set twice');
  });

  it('a variable with the secret replaces the file that the YAML file names', () => {
    const file = yamlFile(`secret_file: ${join(folder, 'nowhere')}\n`);
    expect(load({}, file).secret.toString()).toBe(SECRET);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('contract 1: the previous secret is read from its file, which must exist', () => {
    const file = join(folder, 'old.key');
    expect(faultsOf({ LATCHKEY_SECRET_PREVIOUS_FILE: file })).toContain('LATCHKEY_SECRET_PREVIOUS_FILE');
    writeFileSync(file, `${SECRET}-old\n`, { mode: 0o600 });
    expect(load({ LATCHKEY_SECRET_PREVIOUS_FILE: file }).previousSecret?.toString()).toBe(`${SECRET}-old`);
  });
});

describe('password_hash_cost', () => {
  it('contract 26: is memory and passes, and only rises above the default', () => {
    expect(load({}).passwordHashCost).toEqual({ memoryKib: 19_456, passes: 2 });
    expect(load({ LATCHKEY_PASSWORD_HASH_COST: 'm=65536,t=3' }).passwordHashCost).toEqual({
      memoryKib: 65_536,
      passes: 3,
    });
  });

  it.each([
    'm=19455,t=2',
    'm=65536,t=1',
    'm=1048577,t=2',
    'm=65536,t=21',
    'm=65536',
    't=3,m=65536',
    '65536',
    'm=65536,t=3,p=4',
  ])('contract 26: %s is told as a fault', (cost) =>
    expect(faultsOf({ LATCHKEY_PASSWORD_HASH_COST: cost })).toContain('allowed: m=MEMORY,t=PASSES'),
  );
});

describe('passkeys', () => {
  it('contract 23: belong to the host of the auth URL, or to a domain above it', () => {
    const rpIdAt = (authUrl: string, rpId = '') =>
      passkeyRpIdOf(load({ LATCHKEY_AUTH_URL: authUrl, LATCHKEY_PASSKEY_RP_ID: rpId }));
    expect(rpIdAt('https://login.acme.example')).toBe('login.acme.example');
    expect(rpIdAt('https://login.acme.example', 'login.acme.example')).toBe('login.acme.example');
    expect(rpIdAt('https://login.acme.example', 'acme.example')).toBe('acme.example');
    expect(rpIdAt('http://localhost:4000')).toBe('localhost');
    for (const without of ['http://127.0.0.1:4000', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
      expect(rpIdAt(without)).toBeUndefined();
    }
  });

  it.each(['example', 'co.kr', 'com.au', 'other.example', 'ogin.acme.example', 'x.login.acme.example', 'ACME.example'])(
    'contract 23: do not belong to %s',
    (rpId) => {
      const faults = faultsOf({ LATCHKEY_AUTH_URL: 'https://login.acme.example', LATCHKEY_PASSKEY_RP_ID: rpId });
      expect(faults).toContain('LATCHKEY_PASSKEY_RP_ID');
    },
  );
});

describe('contract 2: addresses that nobody verified', () => {
  const AUTH = { LATCHKEY_AUTH_URL: 'https://login.example.com' };
  const API = { LATCHKEY_API_URL: 'https://api.example.com' };
  it.each<[rule: string, where: string, env: Record<string, string>]>([
    ['released', 'where both URLs are loopback', {}],
    ['withheld', 'where the auth URL is public', AUTH],
    ['withheld', 'where the API URL is public', API],
    ['withheld', 'where both are public', { ...AUTH, ...API }],
    ['released', 'where the setting says so', { ...AUTH, ...API, LATCHKEY_UNVERIFIED_EMAIL: 'release' }],
    ['withheld', 'where the setting says so', { LATCHKEY_UNVERIFIED_EMAIL: 'withhold' }],
  ])('are %s %s', (rule, _where, env) => {
    expect(withholdsUnverifiedEmail(load(env))).toBe(rule === 'withheld');
  });
});
