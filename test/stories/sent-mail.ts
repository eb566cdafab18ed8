// A server with mail, and what its mails carry.
import { readEmailAddress } from '../../src/core/ground/accounts/email.ts';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import type { ProofPurpose } from '../../src/core/people/verification/email-proof.ts';
import type { SealedMail } from '../../src/core/server/mail/mail-store.ts';
import { openMailSecrets } from '../../src/core/server/mail/write-mail.ts';
import { findByAddress } from '../../src/core/sign-in/accounts/find-by-address.ts';
import type { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';

/** Mail, which needs nobody to verify an address: people can sign up without it. */
export const WITH_MAIL = {
  LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9?tls=optional',
  LATCHKEY_MAIL_FROM: 'latchkey@example.com',
  LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'false',
} as const;

/** A server whose mails all stay in the queue, also while the outbox answers requests for a new password. */
export async function startWithMail(settings: Readonly<Record<string, string>> = {}): Promise<Hosts> {
  const hosts = await startHosts({ ...WITH_MAIL, ...settings });
  hosts.ports.mails.claim = async () => [];
  return hosts;
}

export const accountAt = async ({ ports }: Hosts, email: string) => {
  const address = readEmailAddress(email);
  const account = address && (await findByAddress(ports, address));
  if (!account) throw new Error(`No account has ${email}`);
  return account;
};

/** The links and codes in the queue that still work, oldest first. */
export async function sentProofs(hosts: Hosts, email: string, purpose: ProofPurpose) {
  const { ports } = hosts;
  const { id } = await accountAt(hosts, email);
  const proofIn = async (mail: SealedMail) => {
    const { token = '', code } = openMailSecrets(ports, mail) ?? {};
    const [hash, now] = [hashSecret(token), ports.clock.now()];
    const proof = (await ports.emailProofs.find(hash, now)) ?? (await ports.emailChanges.findProof(hash, now))?.proof;
    return proof?.accountId === id && proof.purpose === purpose ? [{ token, code }] : [];
  };
  const sealed = await ports.mails.listSealed({ afterId: '', limit: 1000 });
  return (await Promise.all(sealed.map(proofIn))).flat();
}

/** The mails in the queue to an address, oldest first, with their secrets. */
export async function mailsTo(hosts: Hosts, email: string) {
  const rows = await hosts.rowsIn('mails');
  const kinds = rows.filter((row) => row.email === email).map(({ id, kind }) => ({ id: String(id), kind }));
  const sealed = await hosts.ports.mails.listSealed({ afterId: '', limit: 1000 });
  return kinds
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, kind }) => {
      const mail = sealed.find((one) => one.id === id);
      return { kind, ...(mail && openMailSecrets(hosts.ports, mail)) };
    });
}

/** The person proves in this browser, by a mailed code, that they read mail at the account's address. */
export async function confirmByMail(hosts: Hosts, browser: Browser, email: string): Promise<Page> {
  const page = await browser.open(`${hosts.authUrl}/confirm/mail`);
  const waits = await browser.submit(page.form({ action: '/confirm/mail' }), {}, { press: 'send' });
  const { code = '' } = (await mailsTo(hosts, email)).findLast(({ kind }) => kind === 'factor-code') ?? {};
  return browser.submit(waits.form({ fields: ['code'] }), { code }, { press: 'prove' });
}
