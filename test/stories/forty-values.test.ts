// Case P10, contract 27: of 41 distinct personal values in every table that holds any, none is found after the account
// ended: not in a table, not in the files of the database as they lie after the purge, not in a backup made afterwards, a
// dump or the log. The person next to them keeps theirs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/core/ground/accounts/account.ts';
import { endLeaving } from '../../src/core/operating/leaving/end-leaving.ts';
import { backUpSqlite } from '../../src/store/sqlite/files/back-up.ts';
import { someAccount, somePasskey, someSession } from '../contract/stores/given.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newId } from '../helpers/new-id.ts';
import { STORE } from '../helpers/store.ts';
import { administer } from '../helpers/test-databases.ts';

const DAY = 24 * 3_600_000;
const PEOPLE = 12;
const VALUES = 41;
/** Of person `at`; the number keeps the values of two people apart. */
const plantOf = (at: number, index: number): string => `quist${String(index).padStart(2, '0')}of${at}kestrel`;

let hosts: Hosts;
let folder: string;
beforeAll(async () => {
  hosts = await startHosts();
  folder = mkdtempSync(join(tmpdir(), 'latchkey-forty-'));
});
afterAll(async () => {
  await hosts?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An account with all values, one in each place. */
async function plant(at: number): Promise<{ account: Account; sessionId: string }> {
  let index = 0;
  const next = (): string => {
    index += 1;
    return plantOf(at, index);
  };
  const now = hosts.clock.now();
  const address = next();
  const account = someAccount({
    email: `${address}@x.example`,
    emailKey: `${address}@x.example`,
    passwordHash: next(),
    username: next(),
    createdAt: now,
    updatedAt: now,
    profile: {
      nickname: next(),
      picture: `https://p.example/${next()}`,
      name: next(),
      given_name: next(),
      family_name: next(),
      middle_name: next(),
      gender: next(),
      birthdate: next(),
      website: `https://w.example/${next()}${'x'.repeat(at % 3 === 0 ? 9000 : 20)}`,
      profile: `https://q.example/${next()}`,
      locale: next(),
      zoneinfo: next(),
      phone_number: next(),
      address: {
        street_address: next(),
        locality: next(),
        region: next(),
        postal_code: next(),
        country: next(),
      },
    },
  });
  const { id } = account;
  await hosts.ports.accounts.insert(account);
  const session = someSession(id, {
    userAgent: next(),
    network: next(),
    authenticatedAt: now,
    createdAt: now,
    expiresAt: now + DAY,
  });
  await hosts.ports.sessions.start(session, undefined);
  await hosts.ports.passkeys.add({
    passkey: somePasskey(id, { name: next(), aaguid: next(), createdAt: now }),
    proof: { sessionId: session.id, authenticatedSince: 0 },
    challengeHash: Buffer.from(newId(), 'hex'),
    challengeExpiresAt: now + DAY,
    mail: undefined,
  });
  const bytes = (): Buffer => Buffer.from(next());
  const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
    hosts.execute(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).fill('?').join(', ')})`,
      ...Object.values(row),
    );
  const times = { created_at: now, expires_at: now + DAY };
  const own = { id: newId(), account_id: id };
  await insert('one_time_codes', {
    account_id: id,
    sealed_secret: bytes(),
    last_step: 0,
    last_used_at: now,
    created_at: now,
  });
  await insert('trusted_devices', {
    ...own,
    token_hash: bytes(),
    sign_in_epoch: 0,
    user_agent: next(),
    network: next(),
    ...times,
  });
  await insert('api_tokens', { ...own, name: next(), token_hash: bytes(), ...times });
  await insert('account_pictures', { account_id: id, id: newId(), image: bytes(), uploaded_at: now });
  await insert('told_devices', { account_id: id, device_mac: Buffer.from(newId(), 'hex'), expires_at: now + DAY });
  await insert('email_changes', {
    account_id: id,
    email: next(),
    email_key: next(),
    sign_in_epoch: 0,
    asked_at: now,
    expires_at: now + DAY,
  });
  await insert('former_emails', {
    ...own,
    email: next(),
    email_key: next(),
    token_hash: bytes(),
    asked_at: now,
    changed_at: now,
    // Over, or the account could not be deleted at once; the purge has not come to it.
    expires_at: now,
  });
  await insert('mails', {
    ...own,
    kind: 'new-device',
    email: account.email,
    facts: JSON.stringify({ network: next() }),
    created_at: now,
    expires_at: now + DAY,
  });
  // To the address, and not yet to the account.
  await insert('mails', {
    id: newId(),
    kind: 'account-exists',
    email: account.email,
    facts: JSON.stringify({ network: next() }),
    created_at: now,
    expires_at: now + DAY,
  });
  await insert('pending_sign_ups', {
    id: newId(),
    device_hash: Buffer.from(newId(), 'hex'),
    email: account.email,
    email_key: account.emailKey,
    password_hash: 'x',
    nickname: next(),
    agreed: '[]',
    code_mac: Buffer.from(newId(), 'hex'),
    ...times,
  });
  await insert('former_usernames', { account_id: id, name: next() });
  expect(index).toBe(VALUES);
  return { account, sessionId: session.id };
}

/** Which values of whom the text holds, also those in bytes that PostgreSQL shows in hexadecimal. */
function found(at: number, texts: readonly string[]): string[] {
  const all = Array.from({ length: VALUES }, (_, index) => plantOf(at, index + 1));
  return all.filter((value) => {
    const hex = Buffer.from(value).toString('hex');
    return texts.some((text) => text.includes(value) || text.includes(hex));
  });
}

const everything = async (): Promise<string[]> => {
  if (STORE === 'postgres') await administer(hosts.environment.LATCHKEY_DATABASE_URL as string, 'vacuum');
  return [...(await hosts.contents()).values()].map((bytes) => bytes.toString('latin1'));
};

/** With the program of the server under test, where the machine has one. */
function dumped(): string[] {
  const program = join(process.env.TEST_POSTGRES_BIN ?? '/nowhere', 'pg_dump');
  if (!existsSync(program)) return [];
  return [execFileSync(program, [`--dbname=${hosts.environment.LATCHKEY_DATABASE_URL}`], { encoding: 'latin1' })];
}

const backedUp = async (name: string): Promise<string[]> => {
  const source = (hosts.environment.LATCHKEY_DATABASE_URL as string).slice('sqlite:'.length);
  const target = join(folder, name);
  await backUpSqlite(source, target, { replace: false });
  return [readFileSync(target, 'latin1')];
};

test('P10: of 41 values of each person who left, none is found anywhere, and everybody else keeps theirs', async () => {
  const people = [];
  for (let at = 0; at < PEOPLE; at += 1) people.push(await plant(at));
  const before = await everything();
  for (let at = 0; at < PEOPLE; at += 1) expect(found(at, before)).toHaveLength(VALUES);

  const stays = (at: number): boolean => at % 4 === 0;
  for (const [at, { account, sessionId }] of people.entries()) {
    if (stays(at)) continue;
    const now = hosts.clock.now();
    const proof = { sessionId, authenticatedSince: 0 };
    const until = at % 4 === 1 ? undefined : now + DAY;
    expect(await hosts.ports.leaving.leave({ accountId: account.id, until, proof, mail: undefined, now })).toBe('done');
  }
  const now = hosts.clock.now() + 2 * DAY;
  while ((await endLeaving(hosts.ports, { now, limit: 250 })) > 0);
  const told = hosts.logs.filter(({ event }) => event === 'account-deleted').map((line) => line.account);
  expect(new Set(told).size).toBe(people.filter((_, at) => !stays(at)).length);

  const places = {
    database: await everything(),
    log: [JSON.stringify(hosts.logs)],
    ...(STORE === 'sqlite' ? { backup: await backedUp('after.db') } : { dump: dumped() }),
  };
  for (const [place, texts] of Object.entries(places)) {
    for (let at = 0; at < PEOPLE; at += 1) {
      if (!stays(at)) expect(found(at, texts), `${place}, person ${at}`).toEqual([]);
      else if (place !== 'log' && texts.length > 0) expect(found(at, texts), place).toHaveLength(VALUES);
    }
  }
});
