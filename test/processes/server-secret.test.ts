// A database knows the secret that it was first served with (case P7): a server with another one does not start, though
// there is no signing key yet to tell the difference, and so encrypts nothing with it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const [RIGHT, WRONG] = ['the right secret of this very database', 'some other secret, as long as the right'];

let server: TestServer;
const environment = () => server.environment as Record<string, string>;

beforeAll(async () => {
  server = await startServer({ LATCHKEY_SECRET: RIGHT as string });
});
afterAll(() => server?.stop());

const ONE_LINE =
  /^latchkey: LATCHKEY_SECRET is not the secret [^\n]*LATCHKEY_SECRET_PREVIOUS[^\n]*keys rewrap[^\n]*keys rotate --new-secret[^\n]*\n$/;

const stored = async () => {
  const rows = await server.rows();
  return { values: rows.get('sealed_values'), keys: rows.get('signing_keys') };
};
const secretFindings = async (settings: Readonly<Record<string, string>>) => {
  const { stdout } = await server.command(['doctor', '--json'], '', settings);
  const { findings } = JSON.parse(stdout) as { findings: { subject: string; level: string; found: string }[] };
  return findings.filter(({ subject }) => subject === 'secrets');
};

describe('P7: on a database that has no signing keys yet', () => {
  const wrong = { LATCHKEY_SECRET: WRONG as string, LATCHKEY_LOG_LEVEL: 'fatal' };

  it('the first start stores what tells its secret, its keys and its settings, encrypted, and no signing key', async () => {
    const { values, keys } = await stored();
    const sealed = { sealed: expect.any(Buffer), created_at: expect.anything() };
    expect(values).toHaveLength(4);
    const names = ['secret-check', 'username-key', 'audit-key-1', 'recorded-settings'];
    for (const name of names) expect(values).toContainEqual({ name, ...sealed });
    expect(keys).toEqual([]);
  });

  it.each([
    [['serve']],
    [['serve', '--workers', '1']],
    [['serve', '--only', 'api']],
    [['keys', 'rotate', '--yes']],
    [['keys', 'rewrap']],
  ])('with another secret %j ends with one line that says what to do, and writes nothing', async (args) => {
    const before = await stored();
    const { status, stderr } = await server.command(args, '', wrong);
    expect([status, stderr]).toEqual([1, expect.stringMatching(ONE_LINE)]);
    expect(await stored()).toEqual(before);
  });

  it.each([[['config', 'check']], [['migrate']], [['keys', 'list']], [['accounts', 'list']]])(
    'with another secret %j goes on as ever',
    async (args) => {
      const before = await stored();
      expect((await server.command(args, '', wrong)).status).toBe(0);
      expect(await stored()).toEqual(before);
    },
  );

  it('doctor tells that it is another secret, and of one that only the previous opens', async () => {
    expect(await secretFindings(wrong)).toMatchObject([
      { level: 'fault', found: 'the secret (the setting secret) is not the one of this database' },
    ]);
    const secret = 'q9Z0tYxL3mVbN7cRkP2wUe8sHfGjD5aT';
    const both = { LATCHKEY_SECRET: secret, LATCHKEY_SECRET_PREVIOUS: RIGHT as string };
    expect(await secretFindings(both)).toMatchObject([
      { level: 'warning', found: expect.stringContaining('previous secret') },
    ]);
  });

  it('the right secret serves beside a new one; after rewrap the new one alone', async () => {
    environment().LATCHKEY_SECRET = WRONG as string;
    environment().LATCHKEY_SECRET_PREVIOUS = RIGHT as string;
    await server.restart();
    expect(server.logs()).toContain('latchkey keys rewrap');
    const { status, stdout } = await server.command(['keys', 'rewrap']);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /Encrypted 0 of 0 .*\n.*username key.*\n.*keys of the audit.*\n.*is now the secret of the database/,
      ),
    ]);
    delete environment().LATCHKEY_SECRET_PREVIOUS;
    await server.restart();
    expect((await fetch(`${server.authUrl}/oauth/jwks`)).status).toBe(200);
  });

  it('keys rotate --new-secret makes the one given now the one of the database', async () => {
    environment().LATCHKEY_SECRET = 'a third one, for the other two are lost';
    expect((await server.command(['keys', 'rotate', '--yes', '--new-secret'])).status).toBe(0);
    await server.restart();
    expect((await server.command(['keys', 'rewrap'])).status).toBe(0);
  });
});

it('P7: a database of before takes the secret that its keys are encrypted with, and no other', async () => {
  await fetch(`${server.authUrl}/oauth/jwks`);
  await server.execute('delete from sealed_values');
  const secret = { LATCHKEY_SECRET: WRONG as string, LATCHKEY_LOG_LEVEL: 'fatal' };
  const { status, stderr } = await server.command(['serve'], '', secret);
  expect([status, stderr]).toEqual([1, expect.stringContaining('were encrypted with another secret')]);
  expect((await stored()).values).toEqual([]);
  await server.restart();
  expect((await stored()).values).toHaveLength(4);
});
