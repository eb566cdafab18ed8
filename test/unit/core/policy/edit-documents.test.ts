// One document of the policy, added, changed, removed or moved (contract 28, 29).
import { expect, test } from 'vitest';
import type { Document } from '../../../../src/core/ground/document.ts';
import { changePolicy } from '../../../../src/core/server/policy/change-policy.ts';
import {
  type DocumentEdit,
  editDocuments,
  type TypedDocument,
} from '../../../../src/core/server/policy/edit-documents.ts';
import { givenLivePolicy } from '../../../helpers/live-policy.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

const document = (values: Partial<TypedDocument> = {}): TypedDocument => ({
  ...{ id: 'terms', kind: 'agree', required: true, version: '2026-01' },
  ...{ title: { en: 'Terms of Service' }, uri: { en: 'https://acme.example/terms' } },
  ...values,
});

const given = (documents: readonly TypedDocument[]) => changePolicy(world.ports, { wanted: { documents } });
const stored = (): readonly Document[] => world.ports.livePolicy.values().documents;
const edit = (asked: DocumentEdit, revision = world.ports.livePolicy.revision()) =>
  editDocuments(world.ports, { edit: asked, revision, proof: undefined });

test('contract 28: one is added at the end, changed where it is, and removed; the others stay', async () => {
  await given([document(), document({ id: 'privacy', kind: 'notice', required: false })]);
  const added = document({ id: 'ads', kind: 'consent', required: false, title: { ko: '광고' } });
  expect(await edit({ what: 'add', typed: added })).toEqual({ kind: 'changed', keys: ['documents'] });
  const changed = document({ version: '2026-02' });
  expect(await edit({ what: 'change', typed: changed })).toMatchObject({ kind: 'changed' });
  expect(stored()).toMatchObject([changed, { id: 'privacy' }, added]);
  expect(await edit({ what: 'remove', id: 'privacy' })).toMatchObject({ kind: 'changed' });
  expect(stored().map(({ id }) => id)).toEqual(['terms', 'ads']);
});

test.each<[string, Partial<TypedDocument>, string[]]>([
  ['an id in capitals', { id: 'Ads' }, ['id document-id']],
  ['the id of another', {}, ['id document-id-taken']],
  ['the id of the age', { id: 'minimum-age' }, ['id document-id']],
  ['no such kind', { id: 'ads', kind: 'law' }, ['kind document-kind']],
  ['a notice that is required', { id: 'ads', kind: 'notice' }, ['required document-required']],
  [
    'no text in any language',
    { id: 'ads', title: {}, uri: {} },
    ['title document-title-missing', 'uri document-uri-missing'],
  ],
  [
    'everything at once',
    { version: '', title: { en: 'x'.repeat(101), ko: '약관' }, uri: { ko: 'http://acme.example' } },
    ['title,en document-title', 'uri,ko document-uri', 'version document-version', 'id document-id-taken'],
  ],
])('contract 28: %s is named, in the order of the form, and nothing is stored', async (_, typed, faults) => {
  await given([document()]);
  const before = world.ports.livePolicy.revision();
  const edited = await edit({ what: 'add', typed: document(typed) });
  const named = edited.kind === 'refused' ? edited.faults.map(({ path, code }) => `${path.join()} ${code}`) : [];
  expect(named).toEqual(faults);
  expect(world.ports.livePolicy.revision()).toBe(before);
});

test('contract 28: the twenty-first is refused, and a change of one of twenty is not', async () => {
  const twenty = Array.from({ length: 20 }, (_, at) => document({ id: `terms-${at}` }));
  await given(twenty);
  const refused = await edit({ what: 'add', typed: document() });
  expect(refused).toMatchObject({ kind: 'refused', faults: [{ path: [], code: 'documents-full' }] });
  expect(await edit({ what: 'change', typed: document({ id: 'terms-9', version: '2' }) })).toMatchObject({
    kind: 'changed',
  });
  expect(stored()[9]).toMatchObject({ id: 'terms-9', version: '2' });
});

test('contract 29: an edit of a policy that somebody changed meanwhile is stale, whatever is typed', async () => {
  await given([document()]);
  const shown = world.ports.livePolicy.revision();
  await given([document({ version: '2026-02' })]);
  expect(await edit({ what: 'remove', id: 'terms' }, shown)).toEqual({ kind: 'stale' });
  expect(await edit({ what: 'change', typed: document({ version: '' }) }, shown)).toEqual({ kind: 'stale' });
  expect(stored()).toMatchObject([{ version: '2026-02' }]);
});

test.each<[DocumentEdit]>([
  [{ what: 'change', typed: document({ id: 'gone', version: '2' }) }],
  [{ what: 'remove', id: 'gone' }],
  [{ what: 'move-up', id: 'gone' }],
])('contract 29: %j of one that is not there any more is stale', async (asked) => {
  await given([document()]);
  expect(await edit(asked)).toEqual({ kind: 'stale' });
});

test('contract 28: one moves before the one before it, and the first stays where it is', async () => {
  await given(['a', 'b', 'c'].map((id) => document({ id })));
  const order = () => stored().map(({ id }) => id);
  expect(await edit({ what: 'move-up', id: 'c' })).toEqual({ kind: 'changed', keys: ['documents'] });
  expect(order()).toEqual(['a', 'c', 'b']);
  expect(await edit({ what: 'move-up', id: 'a' })).toEqual({ kind: 'changed', keys: [] });
  expect(order()).toEqual(['a', 'c', 'b']);
});

test('contract 29: documents that a setting gives are not edited', async () => {
  const env = { LATCHKEY_DOCUMENTS: JSON.stringify([document()]) };
  const locked = { ...world.ports, livePolicy: givenLivePolicy(world.ports.policy, { env, hasMail: false }) };
  await locked.livePolicy.refresh();
  const revision = locked.livePolicy.revision();
  expect(
    await editDocuments(locked, { edit: { what: 'remove', id: 'terms' }, revision, proof: undefined }),
  ).toMatchObject({
    ...{ kind: 'conflict', refusals: [{ code: 'policy-locked' }] },
  });
});
