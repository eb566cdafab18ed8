// Which settings differ from those of the last start (contract 61).
import { expect, it } from 'vitest';
import { createServerSecrets } from '../../../../src/core/ground/secrets.ts';
import { recordSettings, rewrapSettings } from '../../../../src/core/server/audit/record-settings.ts';
import { openTestPorts } from '../accounts/open-ports.ts';

const PLANTED = 'smtp://planted:hunter22@mail.example';

it('contract 61: a start names the settings that differ from those of the last one, without a value or a hash', async () => {
  const { ports, close } = await openTestPorts();
  const first = { audit_days: '400', smtp_url: PLANTED, open_registration: 'true' };
  expect(await recordSettings(ports, first)).toEqual([]);
  expect(await recordSettings(ports, first)).toEqual([]);
  const { open_registration: _gone, ...rest } = first;
  expect(await recordSettings(ports, { ...rest, audit_days: '30', mail_from: 'x' })).toEqual([
    ...['audit_days', 'mail_from', 'open_registration'],
  ]);
  const entries = await ports.audit.list({ limit: 9 });
  expect(entries.map(({ role, action, fields }) => [role, action, fields])).toEqual([
    ['server', 'settings', ['audit_days', 'mail_from', 'open_registration']],
    ['server', 'settings', []],
  ]);
  const stored = await ports.sealedValues.find('recorded-settings');
  expect(JSON.stringify(entries) + stored?.sealed.toString('latin1')).not.toContain('planted');
  await close();
});

it('contract 61: settings are compared across a change of the secret, with keys rewrap and without', async () => {
  const { ports, close } = await openTestPorts();
  await recordSettings(ports, { audit_days: '400' });
  const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const during = { ...ports, secrets: createServerSecrets(next, old) };
  expect(await rewrapSettings(during)).toBe(1);
  expect(await rewrapSettings(during)).toBe(0);
  expect(await recordSettings({ ...ports, secrets: createServerSecrets(next) }, { audit_days: '9' })).toEqual([
    'audit_days',
  ]);
  const lost = { ...ports, secrets: createServerSecrets(Buffer.alloc(32, 9)) };
  expect(await recordSettings(lost, { audit_days: '1' })).toEqual([]);
  expect(await recordSettings(lost, { audit_days: '2' })).toEqual(['audit_days']);
  await close();
});
