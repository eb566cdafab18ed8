// Refused post-logout redirect URIs: anybody can cause a refusal, so what is written is bounded.
import { describe, expect, it } from 'vitest';
import { MAX_REFUSED_URIS, type RefusedUri } from '../../../../src/core/applications/refused-uris/refused-uri.ts';
import { refusedUriListener } from '../../../../src/core/applications/refused-uris/refused-uri-listener.ts';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';

const MINUTE = 60_000;

function given({ fails = false } = {}) {
  const added: RefusedUri[] = [];
  let now = 1_900_000_000_000;
  const listen = refusedUriListener({
    clock: { now: () => now },
    refusedUris: {
      add: async (refused, max) => {
        expect(max).toBe(MAX_REFUSED_URIS);
        if (fails) throw new Unavailable('away');
        added.push(refused);
      },
    },
  });
  const refuse = (uri: string, applicationId = 'acme') =>
    listen({
      kind: 'request-refused',
      applicationId,
      redirectUri: undefined,
      refusal: 'post-logout-uri-unregistered',
      postLogoutRedirectUri: uri,
    });
  return { added, listen, refuse, pass: (ms: number) => (now += ms), now: () => now };
}

const uri = (at: number | string): string => `https://shop.example/${at}`;

describe('contract 7: a refused post-logout redirect URI', () => {
  it('is stored as it was sent, once a minute', () => {
    const { added, refuse, pass, now } = given();
    refuse(uri('Bye'));
    refuse(uri('Bye'));
    expect(added).toEqual([{ applicationId: 'acme', uri: uri('Bye'), refusedAt: now() }]);
    pass(MINUTE);
    refuse(uri('Bye'));
    expect(added).toHaveLength(2);
  });

  it('is not stored where another request was refused', () => {
    const { added, listen } = given();
    const others: DomainEvent[] = [
      { kind: 'request-refused', applicationId: 'acme', redirectUri: uri(1), refusal: 'code-expired' },
      { kind: 'authorization-started', applicationId: 'acme', redirectUri: uri(1) },
    ];
    for (const event of others) listen(event);
    expect(added).toEqual([]);
  });

  it.each([
    ['is empty', ''],
    ['has a space', `${uri('a')} b`],
    ['has a line break', `${uri('a')}\n`],
    ['has a NUL', `${uri('a')}\0`],
    ['has letters that are no ASCII', 'https://상점.example/'],
    ['is longer than an address', uri('x'.repeat(500))],
  ])('is not stored if it %s', (_what, odd) => {
    const { added, refuse } = given();
    refuse(odd);
    expect(added).toEqual([]);
  });

  it('is not stored past twenty of one application in a minute; others still are', () => {
    const { added, refuse, pass } = given();
    for (let at = 0; at < 1000; at += 1) refuse(uri(at));
    refuse(uri('other'), 'globex');
    expect(added).toHaveLength(MAX_REFUSED_URIS + 1);
    expect(added.at(-1)?.applicationId).toBe('globex');
    pass(MINUTE);
    refuse(uri(999));
    expect(added.at(-1)?.uri).toBe(uri(999));
  });

  it('is not stored past a hundred in a minute, of however many applications', () => {
    const { added, refuse } = given();
    for (let at = 0; at < 1000; at += 1) refuse(uri('bye'), `application ${at}`);
    expect(added).toHaveLength(100);
  });

  it('is stored again after the clock was set back', () => {
    const { added, refuse, pass } = given();
    refuse(uri('bye'));
    pass(-60 * MINUTE);
    refuse(uri('bye'));
    expect(added).toHaveLength(2);
  });

  it('does no harm while the database is away', async () => {
    const { refuse } = given({ fails: true });
    expect(() => refuse(uri('bye'))).not.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
  });
});
