// Connections that nobody has used for a year: the account's page suggests to end them (contract 27).
import type { Connection } from '../../applications/connections/connection.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Whether the application has neither been connected nor used for a year. */
export const isUnused = (
  { createdAt, lastUsedAt = createdAt }: Pick<Connection, 'createdAt' | 'lastUsedAt'>,
  now: number,
) => now - Math.max(createdAt, lastUsedAt) >= YEAR_MS;
