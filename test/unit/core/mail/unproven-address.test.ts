// Which mails to an address that nobody proved are few, and what its first one says (contract 20).
import { expect, it } from 'vitest';
import { MAIL_KINDS, type MailKind } from '../../../../src/core/server/mail/mail-kinds.ts';
import { isRationed, unclaimedInPlaceOf } from '../../../../src/core/server/mail/unproven-address.ts';
import { someMail } from '../../../contract/stores/mail-store.ts';

it('contract 20: notices of what an account does are few; codes, links and what operators are told are not', () => {
  const kinds = Object.keys(MAIL_KINDS) as MailKind[];
  const others = kinds.filter((kind) => !isRationed(kind));
  expect(others).toEqual(expect.arrayContaining(['verify-email', 'reset-password', 'operators-told', 'invitation']));
  for (const kind of ['new-device', 'passkey-added', 'email-change-asked', 'event-endpoint-disabled'] as const)
    expect(isRationed(kind)).toBe(true);
});

it('contract 20: the first mail says when and where somebody acted, and nothing else of the act', () => {
  const act = { at: 5, device: { browser: 'Firefox', system: 'Windows' }, network: '192.0.2.0/24' };
  const leaving = someMail({ kind: 'account-leaving', accountId: 'a1', facts: { ...act, until: 9 } });
  expect(unclaimedInPlaceOf(leaving)).toEqual({ ...leaving, kind: 'account-unclaimed', facts: act });
  const disabled = someMail({ kind: 'event-endpoint-disabled', facts: { at: 5, applicationId: 'p1' } });
  const nobody = { at: 5, device: undefined, network: undefined };
  expect(unclaimedInPlaceOf(disabled).facts).toEqual(nobody);
});
