// Tells what is wrong in the settings. Nothing else can be checked then.
import { type Finding, fault, findingOf } from './finding.ts';

export const SETTING_FINDINGS = {
  'setting-refused': fault('settings', '{key}: {found}', 'allowed: {allowed}'),
} as const;
const tell = findingOf(SETTING_FINDINGS);

export const tellSettings = (faults: readonly { key: string; found: string; allowed: string }[]): Finding[] =>
  faults.map(({ key, found, allowed }) => tell('setting-refused', { key, found, allowed }));
