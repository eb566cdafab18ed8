// PostgreSQL, as the commands and the server use it. Its driver is loaded on demand.
import type { DatabaseKind } from './database-kind.ts';

export const postgresql: DatabaseKind = {
  async open({ databaseUrl: url, databasePoolSize: poolSize, databaseTimeoutMs: timeoutMs }, options) {
    const { openPostgres } = await import('../../store/postgres/open.ts');
    return openPostgres({ url, poolSize, timeoutMs, ...options });
  },
  async examine({ databaseUrl: url, databaseTimeoutMs: timeoutMs }, now) {
    const { examinePostgres } = await import('../../store/postgres/examine.ts');
    return examinePostgres({ url, poolSize: 1, timeoutMs }, now);
  },
  async withSource(end, work) {
    const { withPostgresSource } = await import('../../store/postgres/whole-tables.ts');
    return withPostgresSource(end, work);
  },
  async withTarget(end, at, work) {
    const { withPostgresTarget } = await import('../../store/postgres/whole-tables.ts');
    return withPostgresTarget({ ...end, ...at }, work);
  },
};
