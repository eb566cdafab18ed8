// What a mail is rendered with (contract 20), and what becomes of one that this version does not know (decision 44).
import { expect, it } from 'vitest';
import { mailMessages } from '../../../../src/core/server/mail/mail-messages.ts';
import type { DueMail } from '../../../../src/core/server/mail/mail-store.ts';
import { someMail } from '../../../contract/stores/mail-store.ts';

it('contract 20: only notices that are few say so where nobody proved the address', async () => {
  const rendered: DueMail[] = [];
  const deps = {
    mails: { noteTaken: async () => {} },
    sender: { domain: 'example.com', send: async () => ({ kind: 'delivered' }) },
    render: async (mail: DueMail) => {
      rendered.push(mail);
      return { subject: '', text: '', html: '' };
    },
    isStillWanted: async () => true,
  };
  const { deliver } = mailMessages(deps as unknown as Parameters<typeof mailMessages>[0]);
  const due = { summed: 0, toFormer: false, toUnproven: true, tries: 0, claimedUntil: 0 };
  for (const kind of ['passkey-added', 'account-exists', 'account-unclaimed', 'operators-told'] as const) {
    const mail = { ...someMail({ kind }), email: 'person@example.com', ...due };
    await deliver(mail, new AbortController().signal);
  }
  expect(rendered.map(({ kind, toUnproven }) => [kind, toUnproven])).toEqual([
    ['passkey-added', true],
    ['account-exists', false],
    ['account-unclaimed', false],
    ['operators-told', false],
  ]);
});

it('decision 44: a mail of a kind that only a later version knows is left to its processes, and tried again', async () => {
  const unasked = async (): Promise<never> => {
    throw new Error('It was rendered');
  };
  const deps = { sender: { send: unasked }, render: unasked, isStillWanted: unasked };
  const { deliver } = mailMessages(deps as unknown as Parameters<typeof mailMessages>[0]);
  const due = { summed: 0, toFormer: false, toUnproven: false, tries: 0, claimedUntil: 0 };
  const mail = { ...someMail({ kind: 'of-tomorrow' as 'test-mail' }), email: 'person@example.com', ...due };
  expect(await deliver(mail, new AbortController().signal)).toMatchObject({ kind: 'failed', reason: 'kind unknown' });
});
