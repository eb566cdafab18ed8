// The policy of second factors that follows from the settings (contract 24).
import type { SecondFactorPolicy } from '../core/factors/factor-policy.ts';
import type { SettingValues } from './schema.ts';

/** Operators of a server that others can reach need more than a password. */
export const secondFactorOf = ({
  secondFactor,
  authUrl,
}: Pick<SettingValues, 'secondFactor' | 'authUrl'>): SecondFactorPolicy =>
  secondFactor ?? (authUrl.startsWith('https:') ? 'staff' : 'optional');
