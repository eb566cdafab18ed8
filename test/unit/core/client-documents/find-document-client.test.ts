// Which clients with a document are looked up, and when their document is fetched (contract 46).
import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../../../../src/core/applications/client-documents/client-document-store.ts';
import { findDocumentClient } from '../../../../src/core/applications/client-documents/find-document-client.ts';

const NOW = Date.parse('2026-11-28T00:00:00Z');
const HOUR = 3_600_000;
const URL_OF = 'https://client.example/client.json';
type Asked = Pick<Parameters<typeof findDocumentClient>[1], 'takes' | 'begins'>;

/** @returns what became of it, and whether the document was fetched */
async function find(asked: Asked, kept: StoredDocument | undefined): Promise<string> {
  let fetches = 0;
  const deps = {
    clientDocuments: { find: async () => kept, existsBlock: async () => false },
    fetchDocument: async () => {
      fetches += 1;
      return { kind: 'failed', reason: 'timeout' } as const;
    },
    clock: { now: () => NOW },
    rules: { clientDocuments: ['https://client.example/'] },
    serviceName: 'Acme',
  } as unknown as Parameters<typeof findDocumentClient>[0];
  const { kind } = await findDocumentClient(deps, { clientId: URL_OF, network: 'n', ...asked });
  return fetches > 0 ? `${kind}, fetched` : kind;
}

describe('by what is kept of it', () => {
  const none = undefined;
  const purged = { applicationId: 'a', keptUntil: undefined };
  const fresh = { applicationId: 'a', keptUntil: NOW + 1 };
  const old = { applicationId: 'a', keptUntil: NOW };
  const older = { applicationId: 'a', keptUntil: NOW - HOUR };
  it.each<[string, Asked, StoredDocument | undefined, string]>([
    ['a request of a stranger', { takes: 'fresh', begins: true }, none, 'unreadable, fetched'],
    ['a request with a fresh one', { takes: 'fresh', begins: true }, fresh, 'known'],
    ['a request with an old one', { takes: 'fresh', begins: true }, old, 'unreadable, fetched'],
    ['a push of a stranger', { takes: 'fresh-or-last', begins: true }, none, 'unreadable, fetched'],
    ['a token request of a stranger', { takes: 'kept', begins: false }, none, 'none'],
    ['an assertion of a stranger', { takes: 'fresh-or-last', begins: false }, none, 'none'],
    ['a token request, however old', { takes: 'kept', begins: false }, older, 'known'],
    ['a refresh after the purge', { takes: 'kept', begins: false }, purged, 'unreadable, fetched'],
    ['an assertion with an old one', { takes: 'fresh-or-last', begins: false }, old, 'known, fetched'],
    ['an assertion an hour later', { takes: 'fresh-or-last', begins: false }, older, 'unreadable, fetched'],
  ])('%s', async (_, asked, kept, expected) => expect(await find(asked, kept)).toBe(expected));
});
