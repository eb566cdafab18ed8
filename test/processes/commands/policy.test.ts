// The policy on the command line (contract 29): `policy get` and `policy set`.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../helpers/images.ts';
import { document, latchkey, makeFolder } from './latchkey.ts';

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});

const LOCKED = { LATCHKEY_SERVICE_NAME: 'Given', LATCHKEY_MINIMUM_AGE: '14' };

describe('contract 29: policy', () => {
  it('set changes several keys at once, --default restores one, and get shows all', async () => {
    const set = ['policy', 'set', '--service-name', 'Acme', '--refused-email-domains', 'a.example, b.example'];
    const changed = await document(folder, [...set, '--open-registration', 'false']);
    const after = { service_name: 'Acme', refused_email_domains: ['a.example', 'b.example'], open_registration: false };
    expect(changed).toMatchObject({ ...after, locked: {} });
    expect(await document(folder, ['policy', 'get'])).toEqual(changed);
    const restored = await document(folder, ['policy', 'set', '--default', 'service_name', '--minimum-age', '3']);
    expect(restored).toMatchObject({ ...after, service_name: 'Latchkey', minimum_age: 3 });
  });

  it('set refuses every fault at once, and changes nothing', async () => {
    const before = await document(folder, ['policy', 'get']);
    const set = ['policy', 'set', '--service-name', '', '--accent-color', 'red', '--minimum-age', '121'];
    const { status, stdout, stderr } = await latchkey(folder, [
      ...set,
      '--open-ownership',
      'true',
      '--documents',
      '[1]',
    ]);
    expect([status, stdout]).toEqual([1, '']);
    for (const member of ['service_name', 'accent_color', 'minimum_age', 'documents'])
      expect(stderr).toMatch(new RegExp(`^latchkey: ${member}\\b.*: `, 'm'));
    expect(await document(folder, ['policy', 'get'])).toEqual(before);
    const flags = await latchkey(folder, ['policy', 'set', '--default', 'colour', '--service-name', 'x']);
    expect([flags.status, flags.stderr]).toEqual([1, expect.stringContaining('--default "colour"')]);
    expect((await latchkey(folder, ['policy', 'set'])).stderr).toContain('name what to change');
  });

  it('set --logo stores an image that get shows; what cannot be one changes nothing; --default removes it', async () => {
    const image = png(16);
    writeFileSync(join(folder, 'logo.png'), image);
    writeFileSync(join(folder, 'logo.txt'), 'no image');
    const changed = await document(folder, ['policy', 'set', '--logo', 'logo.png', '--service-name', 'With Logo']);
    const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
    expect(changed).toMatchObject({
      service_name: 'With Logo',
      logo_uri: `http://localhost:4000/logos/service/${hash}`,
    });
    for (const [file, reason] of [
      ['logo.txt', 'not a complete PNG or WebP image'],
      ['nowhere.png', 'there is no such file'],
    ]) {
      const refused = await latchkey(folder, ['policy', 'set', '--service-name', 'Other', '--logo', `${file}`]);
      expect(refused).toEqual({ status: 1, stdout: '', stderr: `latchkey: --logo ${file}: ${reason}\n` });
    }
    expect(await document(folder, ['policy', 'get'])).toEqual(changed);
    const without = await document(folder, ['policy', 'set', '--default', 'logo']);
    expect(without).toEqual({ ...changed, logo_uri: null });
  });

  it('names what locks a key, in get and in what set refuses', async () => {
    expect((await document(folder, ['policy', 'get'], { env: LOCKED })).locked).toEqual({
      ...{ service_name: 'LATCHKEY_SERVICE_NAME', minimum_age: 'LATCHKEY_MINIMUM_AGE' },
    });
    const { stdout } = await latchkey(folder, ['policy', 'get'], { env: LOCKED });
    expect(stdout).toMatch(/^minimum_age +14 +LATCHKEY_MINIMUM_AGE$/m);
    const set = ['policy', 'set', '--service-name', 'x', '--minimum-age', '9', '--open-ownership', 'true'];
    const refused = await latchkey(folder, set, { env: LOCKED });
    expect([refused.status, refused.stderr]).toEqual([
      1,
      'latchkey: service_name is locked by LATCHKEY_SERVICE_NAME.\nlatchkey: minimum_age is locked by LATCHKEY_MINIMUM_AGE.\n',
    ]);
    const all = await latchkey(folder, set, { env: { LATCHKEY_POLICY_LOCKED: 'true' } });
    expect(all.stderr.match(/LATCHKEY_POLICY_LOCKED/g)).toHaveLength(3);
    expect(await document(folder, ['policy', 'get'])).toMatchObject({ open_ownership: false });
  });
});
