// Which program this is: its version, and which database it runs on. Metrics tell both, and the console.
import { readFileSync } from 'node:fs';
import type { Build } from '../core/operating/operators/server-state.ts';
import { readDatabaseUrl } from '../schema/settings/database-url.ts';
import type { Settings } from '../settings/config.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const buildOf = ({ databaseUrl }: Pick<Settings, 'databaseUrl'>): Build => ({
  version,
  database: readDatabaseUrl(databaseUrl).kind,
});
