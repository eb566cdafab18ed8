// Whose trouble a refusal of the mail server is (contract 20).
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { judgeRefusal, REFUSAL_WINDOW_MS } from '../../../../src/core/server/mail/judge-refusal.ts';
import type { MailAnswer } from '../../../../src/core/server/mail/mail-sender.ts';
import type { MailStore } from '../../../../src/core/server/mail/mail-store.ts';
import { NOW } from '../given.ts';

type Noted = Awaited<ReturnType<MailStore['noteRefusal']>>;

async function judged(answer: MailAnswer, noted: Noted = { since: NOW, trouble: 'none' }) {
  const events: DomainEvent[] = [];
  const asked: unknown[] = [];
  const mails = {
    noteRefusal: async (refusal: unknown) => {
      asked.push(refusal);
      return noted;
    },
  } as unknown as MailStore;
  const deps = { mails, clock: { now: () => NOW }, publish: (event: DomainEvent) => void events.push(event) };
  return { ...(await judgeRefusal(deps as never, { id: 'm1' }, answer)), events, asked };
}

const BY_POLICY: MailAnswer = { kind: 'refused', reason: 'RCPT TO 550 5.7.1', refused: 'recipient' };
const SENDER: MailAnswer = { kind: 'failed', reason: 'MAIL FROM 550 5.7.1', refused: 'sender' };

describe('contract 20: a refusal', () => {
  it.each(['delivered', 'refused', 'deferred', 'failed'] as const)(
    '%s about the mail stays what it is',
    async (kind) => {
      expect(await judged({ kind, reason: 'DATA 554' })).toMatchObject({ kind, events: [], asked: [] });
    },
  );

  it.each([
    [0, 'deferred'],
    [REFUSAL_WINDOW_MS - 1, 'deferred'],
    [REFUSAL_WINDOW_MS, 'refused'],
  ] as const)('of one recipient by policy, for %i ms: %s', async (ms, kind) => {
    const { reason, ...told } = await judged(BY_POLICY, { since: NOW - ms, trouble: 'none' });
    expect(told).toMatchObject({ kind, events: [], asked: [{ id: 'm1', reason, refused: 'recipient', at: NOW }] });
  });

  it.each([BY_POLICY, SENDER])(
    'that meets everybody is tried again for as long as the mail lives: %o',
    async (answer) => {
      const since = NOW - 9 * REFUSAL_WINDOW_MS;
      const { reason } = answer;
      expect(await judged(answer, { since, trouble: 'known' })).toMatchObject({ kind: 'failed', reason, events: [] });
      const begun = [{ kind: 'mail-trouble-began', reason }];
      expect(await judged(answer, { since, trouble: 'new' })).toMatchObject({ kind: 'failed', reason, events: begun });
    },
  );
});
