// What goes with every copy of the database: the server's secret, by its place.
import type { SettingValues } from '../settings-schema.ts';

/** Where the secret is, never what it is. */
export const secretIn = ({ secret, secretFile }: SettingValues): string =>
  secret === undefined ? `secret_file: ${secretFile}` : 'the setting secret';
