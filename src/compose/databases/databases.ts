// The databases that the program runs on.
import { type DatabaseUrl, readDatabaseUrl } from '../../schema/settings/database-url.ts';
import type { DatabaseKind } from './database-kind.ts';
import { postgresql } from './postgresql.ts';
import { sqlite } from './sqlite.ts';

const DATABASES: Readonly<Record<DatabaseUrl['kind'], DatabaseKind>> = { sqlite, postgresql };

export const databaseAt = (url: string): DatabaseKind => DATABASES[readDatabaseUrl(url).kind];
