// Documents that people agree to, and the confirmation of the age (contract 28).
import { describe, expect, test } from 'vitest';
import { boxOf, type Document, textIn } from '../../../../src/core/ground/document.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { signUp } from '../../../../src/core/people/accounts/sign-up.ts';
import { agreeToDocuments, changeOptionalDocuments } from '../../../../src/core/people/documents/answer-documents.ts';
import { checkBoxes } from '../../../../src/core/people/documents/check-boxes.ts';
import { answeredDocuments, openDocuments } from '../../../../src/core/people/documents/open-documents.ts';
import type { Rules } from '../../../../src/core/server/policy/rules.ts';
import { endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD } from '../accounts/open-ports.ts';

const world = givenPorts();

const document = (id: string, change: Partial<Document> = {}): Document => ({
  id,
  kind: 'agree',
  required: true,
  version: '1',
  title: { en: id },
  uri: { en: `https://acme.example/${id}` },
  ...change,
});
const TERMS = document('terms');
const NEWS = document('news', { kind: 'consent', required: false });
const PRIVACY = document('privacy', { kind: 'notice', required: false });
const withRules = (rules: Partial<Rules>): Ports => ({ ...world.ports, rules: { ...world.ports.rules, ...rules } });
const idsOf = (open: Awaited<ReturnType<typeof openDocuments>>) => open.map(({ document: { id } }) => id);

const givenSignedIn = async () => givenSession(world.ports, { account: await givenPerson(world.ports) });

let people = 0;
const form = (boxes?: Parameters<typeof signUp>[1]['boxes']) => {
  people += 1;
  const fields = { email: `reader-${people}@example.com`, password: PASSWORD, nickname: 'Mina' };
  return boxes ? { ...fields, boxes } : fields;
};

describe('contract 28: the form that creates an account', () => {
  const rules = { documents: [TERMS, NEWS, PRIVACY], minimumAge: 14 };
  const codesOf = (ticked: Parameters<typeof checkBoxes>[1]) =>
    checkBoxes(rules, ticked).faults.map(({ code }) => code);

  test('needs every required box and the confirmation of the age; a notice has no box', () => {
    expect(codesOf({ documents: [], oldEnough: false })).toEqual(['age-unconfirmed', 'documents-unagreed']);
    expect(codesOf({ documents: [boxOf(TERMS)], oldEnough: false })).toEqual(['age-unconfirmed']);
    expect(codesOf({ documents: [boxOf(NEWS)], oldEnough: true })).toEqual(['documents-unagreed']);
    expect(checkBoxes(rules, { documents: [boxOf(TERMS), boxOf(PRIVACY)], oldEnough: true })).toEqual({
      faults: [],
      agreed: [
        { id: 'terms', version: '1' },
        { id: 'minimum-age', version: '14' },
      ],
    });
  });

  test('a box of another version, and one of a document that is not listed, count as not ticked', () => {
    for (const box of ['terms:2', 'terms', 'terms:1 ', 'other:1', '']) {
      expect(codesOf({ documents: [box], oldEnough: true })).toEqual(['documents-unagreed']);
    }
  });

  test('stores the agreements with the account, and nothing of somebody who does not confirm the age', async () => {
    const ports = withRules(rules);
    const young = form({ documents: [boxOf(TERMS)], oldEnough: false });
    expect(await signUp(ports, young, givenVisitor())).toMatchObject({ kind: 'refused' });
    expect(await ports.accounts.findByEmailKey(young.email)).toBeUndefined();

    const made = await signUp(ports, form({ documents: [boxOf(TERMS)], oldEnough: true }), givenVisitor());
    if (made.kind !== 'created') throw new Error(made.kind);
    const { id, createdAt } = made.account;
    expect(await ports.agreements.listByAccount(id)).toEqual([
      { documentId: 'minimum-age', documentVersion: '14', agreedAt: createdAt },
      { documentId: 'terms', documentVersion: '1', agreedAt: createdAt },
    ]);
    expect(await openDocuments(ports, id)).toEqual([]);
  });

  test('tells every fault at once: fields, age and documents', async () => {
    const result = await signUp(
      withRules(rules),
      { email: undefined, password: undefined, nickname: undefined },
      givenVisitor(),
    );
    const faults = result.kind === 'refused' ? result.faults.map(({ path }) => path[0]) : [];
    expect(faults).toEqual(['email', 'password', 'nickname', 'age', 'documents']);
  });
});

describe('contract 28: what somebody is still asked', () => {
  test('required documents in today’s version, whoever created the account; without any, no query', async () => {
    const person = await givenPerson(world.ports);
    expect(idsOf(await openDocuments(withRules({ documents: [TERMS, NEWS, PRIVACY] }), person.id))).toEqual(['terms']);
    const noStore = { ...withRules({ documents: [NEWS] }), agreements: undefined as never };
    expect(await openDocuments(noStore, person.id)).toEqual([]);
  });

  test('a new version asks again and says when the earlier one was agreed to', async () => {
    const first = withRules({ documents: [TERMS] });
    const signedIn = await givenSignedIn();
    const ticked = [boxOf(TERMS)];
    expect(await agreeToDocuments(first, { signedIn, ticked })).toEqual({ kind: 'saved' });
    expect(await openDocuments(first, signedIn.account.id)).toEqual([]);

    const next = document('terms', { version: '2' });
    const second = withRules({ documents: [next] });
    const open = await openDocuments(second, signedIn.account.id);
    expect(open).toMatchObject([{ document: { version: '2' }, before: { documentVersion: '1' } }]);
    expect(await agreeToDocuments(second, { signedIn, ticked })).toMatchObject({ kind: 'refused' });
    expect(await agreeToDocuments(second, { signedIn, ticked: [boxOf(next)] })).toEqual({ kind: 'saved' });
    expect(await openDocuments(second, signedIn.account.id)).toEqual([]);
  });

  test('nothing is agreed to in a session that ended a moment before', async () => {
    const ports = withRules({ documents: [TERMS] });
    const signedIn = await givenSignedIn();
    await endSessions(ports, signedIn.account.id);
    expect(await agreeToDocuments(ports, { signedIn, ticked: [boxOf(TERMS)] })).toEqual({ kind: 'signed-out' });
    expect(await ports.agreements.listByAccount(signedIn.account.id)).toEqual([]);
  });
});

describe('contract 28: optional documents', () => {
  const ports = () => withRules({ documents: [TERMS, NEWS] });
  const agreedTo = async (accountId: string) =>
    (await answeredDocuments(ports(), accountId)).flatMap(({ agreed }) => (agreed ? [agreed.documentId] : []));

  test('are agreed to and withdrawn; required ones cannot be', async () => {
    const signedIn = await givenSignedIn();
    const shown = [boxOf(TERMS), boxOf(NEWS)];
    await agreeToDocuments(ports(), { signedIn, ticked: [boxOf(TERMS)] });
    await changeOptionalDocuments(ports(), { signedIn, shown, ticked: [boxOf(NEWS)] });
    expect(await agreedTo(signedIn.account.id)).toEqual(['terms', 'news']);
    await changeOptionalDocuments(ports(), { signedIn, shown, ticked: [] });
    expect(await agreedTo(signedIn.account.id)).toEqual(['terms']);
  });

  test('a page from before a new version changes nothing', async () => {
    const signedIn = await givenSignedIn();
    await changeOptionalDocuments(ports(), { signedIn, shown: [boxOf(NEWS)], ticked: [boxOf(NEWS)] });
    const later = withRules({ documents: [{ ...NEWS, version: '2' }] });
    await changeOptionalDocuments(later, { signedIn, shown: [boxOf(NEWS)], ticked: [] });
    expect(await agreedTo(signedIn.account.id)).toEqual(['news']);
    // Withdrawing on today's page ends the agreement to the earlier version too.
    await changeOptionalDocuments(later, { signedIn, shown: ['news:2'], ticked: [] });
    expect(await agreedTo(signedIn.account.id)).toEqual([]);
  });
});

test('contract 28: a text without the page’s language is shown in the one it has', () => {
  expect(textIn({ en: 'Terms', ko: '약관' }, 'ko')).toEqual({ text: '약관', language: 'ko' });
  expect(textIn({ ko: '약관' }, 'en')).toEqual({ text: '약관', language: 'ko' });
});
