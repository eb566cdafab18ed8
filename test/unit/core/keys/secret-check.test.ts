// The value by which a database knows its secret: the first start stores it, every later one is held to it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireServerSecret } from '../../../../src/compose/server-secret.ts';
import { StartRefused } from '../../../../src/compose/start-refused.ts';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { rotateSigningKeys } from '../../../../src/core/server/keys/rotate-signing-keys.ts';
import {
  adoptNewSecret,
  checkOpenedBy,
  checkServerSecret,
  rewrapSecretCheck,
  SECRET_CHECK,
} from '../../../../src/core/server/keys/secret-check.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

const [OLD, NEW, OTHER] = [7, 8, 9].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
let ports: TestPorts;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ ports, close } = await openTestPorts());
});
afterEach(() => close());

const under = (...secrets: [Buffer, ...Buffer[]]): TestPorts => ({
  ...ports,
  secrets: createServerSecrets(...secrets),
});
const warnings: unknown[] = [];
const start = (own: TestPorts) =>
  requireServerSecret(own, { warn: (...line: unknown[]) => warnings.push(line) } as never);
beforeEach(() => {
  warnings.length = 0;
});

describe('P7: the first start', () => {
  it('stores a value that the secret opens, once', async () => {
    expect(await ports.sealedValues.find(SECRET_CHECK)).toBeUndefined();
    await start(ports);
    const stored = await ports.sealedValues.find(SECRET_CHECK);
    if (!stored) throw new Error('Nothing was stored');
    expect(checkOpenedBy(under(OLD), stored)).toBe('current');
    expect(checkOpenedBy(under(NEW), stored)).toBeUndefined();
    await start(ports);
    expect(await ports.sealedValues.find(SECRET_CHECK)).toEqual(stored);
    expect(warnings).toEqual([]);
  });

  it('of 20 at once, each with a secret of its own, one is let in, 5 times in 5', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ports: fresh, close: closeFresh } = await openTestPorts();
      const starts = Array.from({ length: 20 }, (_, i) =>
        checkServerSecret({ ...fresh, secrets: createServerSecrets(Buffer.alloc(32, i + 1)) }),
      );
      expect((await Promise.all(starts)).filter((openedBy) => openedBy !== undefined)).toEqual(['current']);
      await closeFresh();
    }
  });
});

describe('P7: a database without signing keys', () => {
  it('contract 30: takes no secret from what only asks', async () => {
    expect(await checkServerSecret(under(NEW), { adopt: false })).toBe('current');
    expect(await ports.sealedValues.find(SECRET_CHECK)).toBeUndefined();
    await start(ports);
    expect(await checkServerSecret(under(NEW), { adopt: false })).toBeUndefined();
  });

  it('is not served with another secret, and nothing is encrypted with that', async () => {
    await start(ports);
    const refused = start(under(NEW));
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(
      /^LATCHKEY_SECRET is not [^\n]*LATCHKEY_SECRET_PREVIOUS[^\n]*keys rewrap[^\n]*keys rotate --new-secret[^\n]*$/,
    );
    expect(await ports.keys.list()).toEqual([]);
  });

  it('is served with the new secret beside the previous one, with one warning until rewrap', async () => {
    await start(ports);
    await start(under(NEW, OLD));
    expect(warnings).toEqual([[{ keys: [] }, expect.stringContaining('latchkey keys rewrap')]]);
    expect(await rewrapSecretCheck(under(NEW, OLD))).toBe(true);
    expect(await rewrapSecretCheck(under(NEW, OLD))).toBe(false);
    await start(under(NEW));
    expect(warnings).toHaveLength(1);
    await expect(start(under(OLD))).rejects.toThrow(StartRefused);
  });
});

describe('P7: a database from before', () => {
  beforeEach(async () => {
    await ports.signingKeys.signer('ES256');
    await ports.signingKeys.signer('EdDSA');
  });

  it('is asked by its signing keys first: another secret is refused, and does not become its own', async () => {
    await expect(start(under(NEW))).rejects.toThrow(StartRefused);
    expect(await checkServerSecret(under(NEW))).toBeUndefined();
    expect(await ports.sealedValues.find(SECRET_CHECK)).toBeUndefined();
    await start(ports);
    expect(await checkServerSecret(ports)).toBe('current');
  });

  it('with the secret half changed, knows the new one from the first start on', async () => {
    await start(under(NEW, OLD));
    expect(warnings).toHaveLength(1);
    expect(await checkServerSecret(under(NEW))).toBe('current');
  });
});

describe('P7: an operator who lost the secret', () => {
  it('begins with a new one; the one before is refused from then on', async () => {
    await ports.signingKeys.signer('ES256');
    await start(ports);
    await rotateSigningKeys(under(OTHER), { algorithm: 'ES256', revoke: false });
    await expect(start(under(OTHER))).rejects.toThrow(StartRefused);
    expect(await adoptNewSecret(under(OTHER))).toBe(true);
    await start(under(OTHER));
    await expect(start(under(OLD))).rejects.toThrow(StartRefused);
  });

  it('may do so before anything was stored', async () => {
    expect(await adoptNewSecret(under(OTHER))).toBe(true);
    expect(await checkServerSecret(under(OTHER))).toBe('current');
  });

  it('does it alone: of two at once with different secrets one is told that it did not', async () => {
    await start(ports);
    const done = await Promise.all([adoptNewSecret(under(NEW)), adoptNewSecret(under(OTHER))]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await checkServerSecret(under(done[0] ? NEW : OTHER))).toBe('current');
  });
});
