// Invitations where the server sends mail: the link goes to the invited person only, and who invites cannot make the
// server send mail without end (contract 3, 20).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import { openMailSecrets } from '../../src/core/server/mail/write-mail.ts';
import { HOSTILE_ADDRESSES } from '../helpers/hostile-texts.ts';
import {
  type Person,
  type RegistrationHost,
  type ShownApplication,
  startRegistrationHost,
} from './registration-host.ts';

const HOUR = 60 * 60 * 1000;

let host: RegistrationHost;
let owner: Person;
let path: string;
beforeAll(async () => {
  host = await startRegistrationHost(undefined, { mail: 'smtp' });
});
afterAll(() => host.close());
beforeEach(async () => {
  // An hour later nothing is counted any more.
  host.clock.at += HOUR;
  owner = await host.person('owner');
  const application: ShownApplication = await host.register(owner, { name: 'Shop' });
  path = `/applications/${application.id}/members`;
  await due();
});

const invite = (email: string) => host.call('POST', path, owner, { body: { email, role: 'viewer' } });
const due = () => {
  const now = host.clock.now();
  return host.stores.mails.claim({ now, until: now + 1000 * HOUR, limit: 1000, busy: [] });
};

describe('an invitation by mail', () => {
  it('contract 20: is answered without its link, alike for every address', async () => {
    const person = await host.person('user');
    const bodies = [];
    for (const email of [person.email, 'nobody@example.com']) {
      const answer = await invite(email);
      const { id, email: shown, ...rest } = (await answer.json()) as Record<string, unknown>;
      bodies.push([answer.status, rest, shown === email]);
    }
    expect(bodies[0]).toEqual([202, expect.objectContaining({ status: 'invited', role: 'viewer' }), true]);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(JSON.stringify(bodies)).not.toContain('token');
  });

  it('L6: its mail is queued with it, its secret encrypted, and has no name that a person chose', async () => {
    await invite('Guest@example.com');
    const [mail, ...others] = await due();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'invitation', email: 'Guest@example.com', summed: 0 });
    expect(JSON.stringify(mail?.facts)).not.toMatch(/Shop|@/);
    expect(mail?.facts).toMatchObject({ network: '127.0.0.0/24', device: {} });
    const secrets = mail && openMailSecrets({ secrets: createServerSecrets(Buffer.alloc(32, 7)) }, mail);
    expect(secrets?.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(mail?.sealed?.toString('latin1')).not.toContain(secrets?.token);
  });

  it('L7: an address gets five in an hour; the sixth is answered alike, and sends nothing', async () => {
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push((await invite(`GUEST@example.com`)).status);
    expect(answers).toEqual(Array(6).fill(202));
    expect(await due()).toHaveLength(5);
    host.clock.at += HOUR;
    await invite('guest@example.com');
    expect(await due()).toHaveLength(1);
  });

  it('L7: from one address come twenty in an hour, then 429', async () => {
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push((await invite(`guest-${count}@example.com`)).status);
    expect(answers).toEqual([...Array(20).fill(202), 429]);
    const last = await invite('guest@example.com');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(await due()).toHaveLength(20);
  });

  it('contract 20: what was refused does not count', async () => {
    for (let count = 0; count < 25; count += 1) expect((await invite(owner.email)).status).toBe(409);
    expect((await invite('guest@example.com')).status).toBe(202);
  });

  it.each(HOSTILE_ADDRESSES)('L1: the address %j is refused where it is entered', async (email) => {
    expect((await invite(email)).status).toBe(400);
    expect(await due()).toEqual([]);
  });
});
