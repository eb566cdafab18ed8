// The private keys when the server's secret changes: opened by the previous one, encrypted anew with the current one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireServerSecret } from '../../../../src/compose/server-secret.ts';
import { StartRefused } from '../../../../src/compose/start-refused.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { createSigningKeys } from '../../../../src/core/server/keys/create-signing-keys.ts';
import { examineSigningKeys, rewrapSigningKeys } from '../../../../src/core/server/keys/rewrap-signing-keys.ts';
import { rotateSigningKeys } from '../../../../src/core/server/keys/rotate-signing-keys.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

/** Of `openTestPorts`. */
const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 8);
let ports: TestPorts;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
  await ports.signingKeys.signer('ES256');
  await ports.signingKeys.signer('EdDSA');
});
afterEach(() => close());

const under = (...secrets: [Buffer, ...Buffer[]]): TestPorts => ({
  ...ports,
  secrets: createServerSecrets(...secrets),
});
const sign = async (own: TestPorts) => (await createSigningKeys(own).signer('ES256')).sign('JWT', { sub: 's' });

describe('keys rewrap', () => {
  it('encrypts every key with the current secret: afterwards that alone opens them, and the old one does not', async () => {
    const signed = await sign(ports);
    expect(await rewrapSigningKeys(under(NEW, OLD))).toEqual({ rewrapped: 4, unchanged: 0, locked: [] });
    expect((await examineSigningKeys(under(NEW))).locked).toEqual([]);
    expect((await examineSigningKeys(under(OLD))).locked).toHaveLength(4);
    const again = await sign(under(NEW));
    for (const jwt of [signed, again]) expect(await createSigningKeys(under(NEW)).verify(jwt)).toBeDefined();
    expect(again.split('.')[0]).toBe(signed.split('.')[0]);
  });

  it('done again, changes nothing', async () => {
    await rewrapSigningKeys(under(NEW, OLD));
    const before = await ports.keys.list();
    expect(await rewrapSigningKeys(under(NEW, OLD))).toEqual({ rewrapped: 0, unchanged: 4, locked: [] });
    expect(await rewrapSigningKeys(under(NEW))).toEqual({ rewrapped: 0, unchanged: 4, locked: [] });
    expect(await ports.keys.list()).toEqual(before);
  });

  it('twice at once, and beside a rotation: every key is opened by the current secret', async () => {
    const wish = { algorithm: 'ES256' as const, revoke: false };
    const [one, other] = await Promise.all([
      rewrapSigningKeys(under(NEW, OLD)),
      rewrapSigningKeys(under(NEW, OLD)),
      rotateSigningKeys(under(NEW, OLD), wish),
    ]);
    expect(one.rewrapped + other.rewrapped).toBe(4);
    expect((await examineSigningKeys(under(NEW))).locked).toEqual([]);
  });

  it('leaves what no secret opens as it is', async () => {
    const before = await ports.keys.list();
    const { rewrapped, locked } = await rewrapSigningKeys(under(NEW));
    expect([rewrapped, locked.length]).toEqual([0, 4]);
    expect(await ports.keys.list()).toEqual(before);
  });
});

describe('the start', () => {
  const warnings: unknown[] = [];
  const logger = { warn: (details: unknown, message?: string) => warnings.push([details, message]) } as never;
  beforeEach(() => {
    warnings.length = 0;
  });

  it('is refused in one line when no secret opens a key that signs', async () => {
    const refused = requireServerSecret(under(NEW), logger);
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(
      /^[^\n]*\(ES256, EdDSA\)[^\n]*LATCHKEY_SECRET_PREVIOUS[^\n]*keys rewrap[^\n]*$/,
    );
  });

  it('is refused for the next key too: its time comes while nobody looks', async () => {
    const next = (await ports.keys.list()).find(({ number }) => number === 2);
    if (!next) throw new Error('There is no next key');
    const foreign = createServerSecrets(Buffer.alloc(32, 9)).seal('signing-key', next.id, Buffer.from('x'));
    await ports.keys.reseal(next.id, next.sealedPrivateKey, foreign);
    await expect(requireServerSecret(ports, logger)).rejects.toThrow(StartRefused);
  });

  it('goes on with one warning while the previous secret opens them, and with none after rewrap', async () => {
    await requireServerSecret(under(NEW, OLD), logger);
    expect(warnings).toEqual([[{ keys: expect.any(Array) }, expect.stringContaining('latchkey keys rewrap')]]);
    await rewrapSigningKeys(under(NEW, OLD));
    await requireServerSecret(under(NEW, OLD), logger);
    await requireServerSecret(under(NEW), logger);
    expect(warnings).toHaveLength(1);
  });

  it('does not ask for the secret of keys that sign no more', async () => {
    for (const algorithm of ['ES256', 'EdDSA'] as const) {
      await rotateSigningKeys(under(NEW), { algorithm, revoke: false });
    }
    ports.clock.advance(1);
    await requireServerSecret(under(NEW), logger);
    expect(warnings).toEqual([]);
  });
});
