// What is missing or wrong on the command line: told all at once, on standard error, with exit code 1.
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS, GROUPS } from '../../../src/cli/commands.ts';
import { latchkey, makeFolder } from './latchkey.ts';

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});

const refused = async (...args: string[]) => {
  const outcome = await latchkey(folder, args);
  expect(outcome.status).toBe(1);
  expect(outcome.stdout).toBe('');
  return outcome.stderr.trimEnd().split('\n');
};

describe('help', () => {
  it.each(COMMANDS.map(({ path }) => path.join(' ')))(
    'contract 1: %s has --help, whatever the settings',
    async (path) => {
      const { status, stdout } = await latchkey(folder, [...path.split(' '), '--help'], { env: { LATCHKEY_NO: '1' } });
      expect(status).toBe(0);
      expect(stdout).toContain(`latchkey ${path}`);
      expect(stdout).toContain('--json');
      expect(stdout).toContain('--config <FILE>');
    },
  );

  it('contract 29: api-tokens create says which scopes support may have', async () => {
    const { stdout } = await latchkey(folder, ['api-tokens', 'create', '--help']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'support may have applications, accounts:read and accounts:write, operators all',
    );
  });

  it('contract 1: every group of commands says what it is for', () => {
    const groups = COMMANDS.filter(({ path }) => path.length > 1).map(({ path }) => path[0]);
    expect(new Set(Object.keys(GROUPS))).toEqual(new Set(groups));
  });

  it('contract 1: the commands are those of the contract', () => {
    expect(COMMANDS.map(({ path }) => path.join(' '))).toEqual([
      'serve',
      'migrate',
      'move',
      'backup',
      'restore',
      'doctor',
      'healthcheck',
      'config check',
      ...[
        'create',
        'list',
        'import',
        'export',
        'show',
        'disable',
        'enable',
        'delete',
        'delete-again',
        'agreement',
        'set-role',
        'set-email-verified',
        'password-link',
        'sessions',
        'end-sessions',
        'remove-factors',
        'set-username',
      ].map((it) => `accounts ${it}`),
      ...['create', 'list', 'delete'].map((it) => `api-tokens ${it}`),
      ...['create', 'list', 'delete'].map((it) => `machine-tokens ${it}`),
      ...['get', 'set'].map((it) => `policy ${it}`),
      ...['reserve', 'release', 'reserved'].map((it) => `usernames ${it}`),
      ...['create', 'list', 'show', 'delete', 'add', 'remove'].map((it) => `groups ${it}`),
      ...[
        'create',
        'list',
        'show',
        'allow',
        'deny',
        'let-ask',
        'stop-asking',
        'create-secret',
        'delete-secret',
        'delete',
      ].map((it) => `apis ${it}`),
      ...['list', 'block', 'unblock'].map((it) => `clients ${it}`),
      ...['create', 'list', 'delete'].map((it) => `client-secrets ${it}`),
      ...['create', 'list', 'show', 'hand-over', 'delete'].map((it) => `applications ${it}`),
      'messages list',
      ...['list', 'rotate', 'rewrap'].map((it) => `keys ${it}`),
      ...['list', 'export', 'verify'].map((it) => `audit ${it}`),
    ]);
  });

  it('an unknown command is refused', async () => {
    const lines = await refused('acounts', 'list');
    expect(lines.join('\n')).toContain('acounts');
  });
});

describe('faults of flags', () => {
  it('contract 1: names every missing flag at once', async () => {
    const lines = (await refused('applications', 'create')).join('\n');
    for (const flag of ['--email', '--name', '--platform', '--redirect-uri'])
      expect(lines).toContain(`${flag} is missing`);
  });

  it('contract 1: names missing and wrong flags together, one line each', async () => {
    const lines = await refused(
      'accounts',
      'create',
      '--email',
      'nobody',
      '--role',
      'king',
      '--nickname',
      'x'.repeat(99),
      '--colour',
      'red',
      'extra',
    );
    expect(lines).toEqual([
      'latchkey: --colour is not a flag of this command',
      'latchkey: "extra" is not expected here',
      'latchkey: --email "nobody" is not valid; allowed: an email address such as name@example.com',
      'latchkey: --role "king" is not valid; allowed: user, owner, support, operator',
      expect.stringMatching(/^latchkey: --nickname: /),
      'latchkey: See: latchkey accounts create --help',
    ]);
  });

  it('contract 1: a flag without its value is told', async () => {
    expect((await refused('accounts', 'show', '--email', '--json')).join('\n')).toContain('--email needs a value');
  });

  it('contract 1: a flag given twice that is not for lists is told', async () => {
    const lines = await refused('accounts', 'show', '--email', 'a@example.com', '--email', 'b@example.com');
    expect(lines.join('\n')).toContain('--email was given 2 times');
  });

  it.each(['-1', '1.5', 'abc', '99999', ''])('contract 1: --expires-in %j is no number of days', async (days) => {
    const lines = await refused('api-tokens', 'create', '--email', 'a@example.com', `--expires-in=${days}`);
    expect(lines.join('\n')).toContain('--expires-in');
  });

  it("contract 3: core's rules of an application are told with the flags, before any database is made", async () => {
    const lines = (
      await refused(
        ...['applications', 'create', '--platform', 'Web', '--site-domain', 'ftp://a.example'],
        ...['--redirect-uri', 'https://a.example/#f', '--redirect-uri', 'https://a.example/cb'],
        ...['--consent-item', 'shoe_size:required', '--consent-item', 'email', '--login-activation', 'maybe'],
        ...['--id-token-signed-response-alg', 'none', '--userinfo-signed-response-alg', 'HS256'],
        ...[
          '--post-logout-redirect-uri',
          'https://a.example/bye',
          '--post-logout-redirect-uri',
          'http://b.example/bye',
        ],
        ...['--backchannel-logout-uri', 'com.example.app:/x'],
      )
    ).join('\n');
    expect(lines).toContain('--email is missing');
    expect(lines).toContain('--name is missing');
    expect(lines).toContain('--site-domain "ftp://a.example": ');
    expect(lines).toContain('--redirect-uri "https://a.example/#f": ');
    expect(lines).toContain('--consent-item "shoe_size:required": ');
    expect(lines).toContain('--consent-item "email" is not valid; allowed: ITEM:required');
    expect(lines).toContain('--login-activation "maybe": ');
    expect(lines).toContain('--id-token-signed-response-alg "none": ');
    expect(lines).toContain('--userinfo-signed-response-alg "HS256": ');
    expect(lines).toContain('--post-logout-redirect-uri "http://b.example/bye": ');
    expect(lines).toContain('--backchannel-logout-uri "com.example.app:/x": ');
    for (const faultless of ['https://a.example/cb"', 'https://a.example/bye"']) expect(lines).not.toContain(faultless);
  });
});

describe('what ends something for good', () => {
  /** Commands whose whole purpose it is, or which do so by the way. */
  const DANGEROUS = [
    ...['disable', 'delete', 'delete-again', 'end-sessions', 'remove-factors'].map((name) => `accounts ${name}`),
    ...[
      'api-tokens delete',
      'machine-tokens delete',
      'groups delete',
      'apis delete-secret',
      'apis delete',
      'clients block',
      'client-secrets delete',
      'applications hand-over',
      'applications delete',
      'keys rotate',
    ],
  ];
  const email = 'asked@example.com';
  const remove = ['accounts', 'delete', '--email', email];
  const isThere = async () => (await latchkey(folder, ['accounts', 'show', '--email', email])).status === 0;

  it('contract 1: these commands ask, or take --yes, and no others', () => {
    const asking = COMMANDS.filter(({ danger }) => danger !== undefined);
    expect(asking.map(({ path }) => path.join(' '))).toEqual(DANGEROUS);
    const others = COMMANDS.filter(({ danger }) => danger === undefined);
    const named = others.map(({ path }) => path.join(' ')).filter((name) => /delete|remove|end-|disable/.test(name));
    // Adding again gives back everything.
    expect(named).toEqual(['groups remove']);
  });

  it('contract 1: without a terminal and without --yes nothing is done, told beside the other faults', async () => {
    expect(await refused('accounts', 'delete', '--email', 'nobody', '--colour')).toEqual([
      'latchkey: --colour is not a flag of this command',
      'latchkey: --email "nobody" is not valid; allowed: an email address such as name@example.com',
      'latchkey: --yes is missing: The account is deleted with all its data, for good. Without a terminal nobody can be asked whether that is meant',
      'latchkey: See: latchkey accounts delete --help',
    ]);
    await latchkey(folder, ['accounts', 'create', '--email', email]);
    // Not even where the answer comes by a pipe.
    expect((await latchkey(folder, remove, { input: 'yes\n' })).stderr).toContain('--yes is missing');
    expect(await isThere()).toBe(true);
  });

  it('contract 1: on a terminal the command says what it is about to do, and does it after a yes', async () => {
    await latchkey(folder, ['accounts', 'create', '--email', email]);
    for (const input of ['', '\n', 'y\n', 'no\n']) {
      const { status, stdout, stderr } = await latchkey(folder, remove, { input, isTerminal: true });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `accounts delete --email ${email}\nThe account is deleted with all its data, for good. Go on? (yes/no) latchkey: Nothing was changed.\n`,
      );
    }
    expect(await isThere()).toBe(true);
    const done = await latchkey(folder, [...remove, '--json'], { input: ' Yes\n', isTerminal: true });
    expect([done.status, JSON.parse(done.stdout)]).toMatchObject([0, { deleted: true, email }]);
    expect(await isThere()).toBe(false);
    const unread = await latchkey(folder, ['accounts', 'delete-again', 'deleted.txt'], { isTerminal: true });
    expect(unread.stderr).toContain('accounts delete-again deleted.txt\nEvery account that the file names');
  });

  it('contract 1: --yes does it without asking', async () => {
    await latchkey(folder, ['accounts', 'create', '--email', email]);
    expect(await latchkey(folder, [...remove, '--yes'], { isTerminal: true })).toMatchObject({ status: 0, stderr: '' });
    expect(await isThere()).toBe(false);
  });
});

describe('faults of settings', () => {
  it('contract 1: every command reads the same settings and names every fault at once', async () => {
    const env = { LATCHKEY_AUTH_URL: 'ftp://x', LATCHKEY_LOG_LEVEL: 'loud', LATCHKEY_NO_SUCH: '1' };
    for (const command of ['serve', 'migrate', 'healthcheck', 'config check', 'accounts list']) {
      const { status, stderr } = await latchkey(folder, command.split(' '), { env });
      expect(status).toBe(1);
      for (const name of Object.keys(env)) expect(stderr).toContain(`latchkey: ${name}: `);
    }
  });

  it('contract 1: --config FILE must exist', async () => {
    const lines = await refused('accounts', 'list', '--config', 'nowhere.yaml');
    expect(lines.join('\n')).toContain('nowhere.yaml: missing');
  });

  it('P7: a secret is taken from a file or the environment, never from an argument', async () => {
    expect(COMMANDS.flatMap(({ flags }) => flags.map(({ name }) => name))).not.toContain('password');
    const lines = await refused('accounts', 'create', '--email', 'a@example.com', '--password=hunter2hunter2');
    expect(lines.join('\n')).toContain('--password is not a flag of this command');
    expect(lines.join('\n')).not.toContain('hunter2');
  });
});

describe('an account', () => {
  it('contract 29: is named by its address, its id, a `sub` or its username, and in one way', async () => {
    const email = 'mina@example.com';
    const options = { input: 'correct horse battery staple' };
    const made = await latchkey(
      folder,
      ['accounts', 'create', '--email', email, '--username', 'mina.kim', '--password-stdin', '--json'],
      options,
    );
    const { id } = JSON.parse(made.stdout) as { id: string };
    const shown = await latchkey(folder, ['accounts', 'show', '--id', id, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ id, email });
    expect((await latchkey(folder, ['accounts', 'disable', '--yes', '--id', id])).status).toBe(0);
    const named = await latchkey(folder, ['accounts', 'enable', '--username', 'Mina.Kim', '--json']);
    expect(JSON.parse(named.stdout)).toMatchObject({ id, email, disabled_at: null });
    const rename = ['accounts', 'set-username', '--email', email, '--username', 'mina.lee', '--json'];
    expect(JSON.parse((await latchkey(folder, rename)).stdout)).toMatchObject({ id, username: 'mina.lee' });
    const told = async (...args: string[]) => (await refused('accounts', ...args)).join('\n');
    expect(await told('show', '--username', 'mina.kim')).toContain('"mina.kim": no account has this username');
    expect(await told('show', '--username', 'mina_lee')).toContain('no account has this username');
    expect(await told('set-username', '--username', 'mina.kim')).toContain('--email is missing');
    expect(await told('delete', '--email', email, '--username', 'mina.lee')).toContain('--username: give one of them');
    expect(await told('show')).toContain('--email is missing');
    const one = '--email, --id, --sub, --username: give one of them';
    expect(await told('show', '--email', email, '--id', id)).toContain(one);
    expect(await told('delete', '--id', id, '--sub', 'x')).toContain(one);
    expect(await told('show', '--id', 'x')).toContain('--id "x" is not valid');
    expect(await told('show', '--id', '0'.repeat(32))).toContain('no account has this id');
    expect(await told('show', '--sub', 'none')).toContain('no account has this sub');
  });
});
