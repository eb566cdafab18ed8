// Exported with credentials and imported into an empty database, accounts have lost nothing (contract 30).
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { CONSENT_ITEMS } from '../../../src/core/ground/consent-items.ts';
import { createServerSecrets, newSub } from '../../../src/core/ground/secrets.ts';
import { exportAccounts } from '../../../src/core/operating/account-files/export-accounts.ts';
import type { SourceLine } from '../../../src/core/operating/account-files/import-accounts.ts';
import type { Ports, Stores } from '../../../src/core/operating/ports.ts';
import { importLines } from '../../helpers/import-lines.ts';
import { someApi } from './api-store.ts';
import { NOW, someAccount, someApplication } from './given.ts';
import { type MakeDatabase, removeDatabase, useDatabase } from './use-database.ts';

const PAST = NOW - 1000;
const time = fc.integer({ min: 0, max: PAST }).map((at) => new Date(at).toISOString());
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const bytes = (min: number, max = min) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((array) => Buffer.from(array));
const base64 = (min: number, max = min) =>
  bytes(min, max).map((buffer) => buffer.toString('base64').replaceAll('=', ''));
const base64url = (min: number, max = min) => bytes(min, max).map((buffer) => buffer.toString('base64url'));
const name = fc.stringMatching(/^[a-zA-Z가-힣🦊]([a-zA-Z가-힣 '"\\{},]{0,20}[a-z가-힣])?$/u);
const sub = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);
const answer = fc.record({ agreed: fc.boolean(), at: time });

const PASSWORDS = [
  // At the server's own cost, which is above what is accepted from others.
  fc.tuple(base64(16), base64(32)).map(([salt, hash]) => `$argon2id$v=19$m=262144,t=9,p=1$${salt}$${hash}`),
  fc.tuple(base64(16), base64(32)).map(([salt, hash]) => `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`),
  fc.stringMatching(/^\$2[aby]\$1[0-4]\$[./A-Za-z0-9]{53}$/),
  fc.tuple(base64(8, 32), base64(16, 64)).map(([salt, hash]) => `$scrypt$ln=15,r=8,p=1$${salt}$${hash}`),
  fc
    .tuple(fc.constantFrom('pbkdf2', 'pbkdf2-sha256', 'pbkdf2-sha512'), base64(8, 32), bytes(20, 64))
    .map(
      ([kind, salt, hash]) => `$${kind}$i=1000,l=${hash.length}$${salt}$${hash.toString('base64').replaceAll('=', '')}`,
    ),
  fc
    .tuple(
      bytes(64).map((key) => key.toString('base64')),
      base64(8, 16),
      base64(64),
    )
    .map(([key, salt, hash]) => `$firebase-scrypt$ln=14,r=8,k=${key}$${salt}$${hash}`),
];

const LINE = fc.record({
  email_verified: fc.boolean(),
  role: fc.constantFrom(undefined, 'owner', 'operator'),
  disabled: fc.constantFrom(undefined, true),
  created_at: time,
  profile: fc.record(
    {
      nickname: name,
      given_name: name,
      birthdate: fc.constant('0000-02-29'),
      locale: fc.constantFrom('ko-KR', 'en'),
      zoneinfo: fc.constant('Asia/Seoul'),
      phone_number: fc.constant('+821012345678'),
      website: fc.constant('https://x.example/?a=%20'),
      address: fc.record(
        { locality: name, street_address: name.map((line) => `${line}\nB`) },
        { requiredKeys: ['locality'] },
      ),
    },
    { requiredKeys: [] },
  ),
  password: optional(fc.oneof(...PASSWORDS)),
  totp: optional(
    fc.record({
      secret: fc.stringMatching(/^[A-Z2-7]{32}$/),
      algorithm: fc.constantFrom('SHA1', 'SHA256', 'SHA512'),
      digits: fc.constantFrom(6, 8),
      period: fc.constantFrom(30, 60),
      last_step: fc.nat(60_000_000),
      created_at: time,
      last_used_at: time,
      recovery_codes: optional(
        fc.uniqueArray(
          fc.record({
            hash: bytes(32).map((hash) => hash.toString('base64')),
            used_at: optional(time),
            created_at: time,
          }),
          { selector: ({ hash }) => hash, minLength: 1, maxLength: 10 },
        ),
      ),
    }),
  ),
  passkeys: optional(
    fc.uniqueArray(
      fc.record({
        credential_id: base64url(16, 64),
        user_handle: base64url(1, 64),
        public_key: base64url(30, 80),
        sign_count: fc.nat(),
        rp_id: fc.constant('id.example.com'),
        name,
        aaguid: fc.constant('adce0002-35bc-c60a-648b-0b25f1f05503'),
        transports: fc.uniqueArray(fc.constantFrom('usb', 'hybrid', 'internal')),
        backup_eligible: fc.boolean(),
        backed_up: fc.boolean(),
        created_at: time,
        last_used_at: optional(time),
        counter_fell_at: optional(time),
      }),
      { selector: ({ credential_id }) => credential_id, minLength: 1, maxLength: 3 },
    ),
  ),
  documents: optional(
    fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('news', 'terms'),
        version: fc.constantFrom('1', '2'),
        agreed_at: time,
        withdrawn_at: optional(time),
      }),
      { selector: ({ id, version }) => `${id} ${version}`, minLength: 1 },
    ),
  ),
  groups: optional(fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]$/), { minLength: 1, maxLength: 5 })),
  subject: optional(sub),
  connection: optional(
    fc.record({
      sub,
      created_at: time,
      last_used_at: optional(time),
      items: fc.dictionary(fc.constantFrom(...CONSENT_ITEMS), answer),
    }),
  ),
});

/** Without what is undefined, and lists of equal rank in one order. */
const plainOf = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json, (_key, value: unknown) => sortedByHash(value)));
function sortedByHash(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'object');
  return isList ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value;
}

export function accountRoundTripContract(make: MakeDatabase): void {
  describe('A file of accounts', () => {
    const makeAnother: MakeDatabase = () => make();
    const [from, to] = [useDatabase(make), useDatabase(makeAnother)];
    afterAll(() => removeDatabase(makeAnother));
    const portsOf = (stores: Stores, byte: number) =>
      ({
        ...stores,
        secrets: createServerSecrets(Buffer.alloc(32, byte)),
        clock: { now: () => NOW },
        publish: () => {},
        rules: { serviceName: 'Latchkey', passkeyRpId: 'id.example.com', reservedUsernames: [] },
        passwords: { ownKind: '$argon2id$v=19$m=262144,t=9,p=1' },
      }) as unknown as Ports;

    const importAll = async (ports: Ports, lines: readonly object[]) => {
      const problems: unknown[] = [];
      const source = async function* (): AsyncGenerator<SourceLine> {
        for (const [index, json] of lines.entries())
          yield { at: { line: index + 1 }, content: { json: plainOf(json) } };
      };
      const told = (at: unknown, what: unknown): void => void problems.push([at, what]);
      const counts = await importLines(ports, source(), {
        withRoles: true,
        withGroups: true,
        onRefused: told,
        onNote: told,
      });
      return { counts, problems };
    };
    const exportAll = async (ports: Ports) => {
      const lines: object[] = [];
      for await (const { json, lost } of exportAccounts(ports, { withCredentials: true })) {
        expect(lost).toEqual([]);
        lines.push(json);
      }
      return lines;
    };

    it('contract 30: loses nothing that is an account’s on the way to another database with another secret', async () => {
      let round = 0;
      const owner = someAccount({ passwordHash: undefined, role: 'owner' });
      const applications = [someApplication(owner.id), someApplication(owner.id)];
      const operator = someAccount({ passwordHash: undefined, role: 'operator' });
      const place = async ({ accounts, applications: store }: Stores) => {
        // The last operator cannot be removed.
        await accounts.insert(operator);
        await accounts.insert(owner);
        for (const application of applications) await store.insert(application, 20);
      };
      await place(from.stores);
      await place(to.stores);
      const remove = async ({ accounts }: Stores, email: string) => {
        const account = await accounts.findByEmailKey(email.toLowerCase());
        await accounts.remove(account?.id ?? '', NOW);
      };
      const [here, there] = [portsOf(from.stores, 1), portsOf(to.stores, 2)];
      await fc.assert(
        fc.asyncProperty(fc.array(LINE, { minLength: 1, maxLength: 4 }), async (made) => {
          const lines = made.map(({ subject, connection, groups, ...line }, index) => {
            round += 1;
            const [first, second] = applications.map(({ id }) => id) as [string, string];
            return {
              email: `Person-${round}@example.com`,
              ...(index === 0 ? { username: `person${round}x` } : {}),
              ...line,
              // They are exported in order.
              groups: groups?.toSorted(),
              ...(subject === undefined ? {} : { subjects: { [first]: `${subject}${round}` } }),
              ...(connection ? { connections: { [second]: { ...connection, sub: `${connection.sub}${round}` } } } : {}),
            };
          });
          expect(await importAll(here, lines)).toMatchObject({ counts: { created: lines.length }, problems: [] });
          const exported = (await exportAll(here)).slice(-lines.length);
          expect(plainOf(exported)).toEqual(plainOf(lines));
          expect(await importAll(there, exported)).toMatchObject({ counts: { created: lines.length }, problems: [] });
          expect(plainOf((await exportAll(there)).slice(-lines.length))).toEqual(plainOf(exported));
          // Every export is of all accounts.
          for (const { email } of lines) await Promise.all([from.stores, to.stores].map((one) => remove(one, email)));
        }),
        { numRuns: 25 },
      );
    });

    it('contract 30, 45: the `sub` by which an API knows the person goes along, also where the API has another id', async () => {
      const user = someAccount({ passwordHash: undefined });
      const [here, there] = [someApi({ scopes: [] }), someApi({ scopes: [], resource: 'https://Billing.example/' })];
      await from.stores.apis.insert({ ...here, resource: 'https://billing.example' }, 500);
      await to.stores.apis.insert(there, 500);
      await from.stores.accounts.insert(user);
      const sub = newSub();
      await from.stores.apis.meetSubject({ apiId: here.id, accountId: user.id, sub });
      const exported = (await exportAll(portsOf(from.stores, 1))).slice(-1);
      expect(exported).toMatchObject([{ api_subjects: { 'https://billing.example': sub } }]);
      expect(await importAll(portsOf(to.stores, 2), exported)).toMatchObject({ counts: { created: 1 }, problems: [] });
      const moved = await to.stores.accounts.findByEmailKey(user.emailKey);
      const met = { apiId: there.id, accountId: moved?.id ?? '', sub: newSub() };
      expect(await to.stores.apis.meetSubject(met)).toBe(sub);
    });

    it('contract 30: a `sub` that Latchkey made goes along, also that of a connection that was ended', async () => {
      const owner = someAccount({ passwordHash: undefined, role: 'owner' });
      const user = someAccount({ passwordHash: undefined });
      const [live, ended] = [someApplication(owner.id), someApplication(owner.id)];
      for (const { accounts, applications } of [from.stores, to.stores]) {
        await accounts.insert(owner);
        for (const application of [live, ended]) await applications.insert(application, 20);
      }
      await from.stores.accounts.insert(user);
      const subs = [newSub(), newSub()] as const;
      for (const [index, { id }] of [live, ended].entries()) {
        await from.stores.connections.agree({
          ...{ applicationId: id, accountId: user.id, sub: subs[index] as string, answers: {}, now: NOW },
        });
      }
      await from.stores.connections.unlink(ended.id, user.id, NOW, 'person');
      const exported = (await exportAll(portsOf(from.stores, 1))).slice(-1);
      const there = portsOf(to.stores, 2);
      expect((await importAll(there, exported)).counts).toMatchObject({ created: 1 });
      const moved = await to.stores.accounts.findByEmailKey(user.emailKey);
      const accountId = moved?.id ?? '';
      expect(await to.stores.connections.find(live.id, accountId)).toMatchObject({ sub: subs[0] });
      const agreement = { applicationId: ended.id, accountId, sub: newSub(), answers: {}, now: NOW };
      expect(await to.stores.connections.agree(agreement)).toMatchObject({ sub: subs[1] });
    });
  });
}
