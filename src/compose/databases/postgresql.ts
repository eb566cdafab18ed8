// PostgreSQL, as the commands and the server use it. Its driver is loaded on demand.
import { passkeyRpIdOf } from '../../settings/passkey-settings.ts';
import type { DatabaseKind } from './database-kind.ts';

export const postgresql: DatabaseKind = {
  async open({ databaseUrl: url, databasePoolSize: poolSize, databaseTimeoutMs: timeoutMs }, options) {
    const { openPostgres } = await import('../../store/postgres/open.ts');
    return openPostgres({ url, poolSize, timeoutMs, ...options });
  },
  async isNew({ databaseUrl: url, databaseTimeoutMs: timeoutMs }) {
    const { postgresMigrationStatus } = await import('../../store/postgres/open.ts');
    return (await postgresMigrationStatus({ url, timeoutMs })).applied.length === 0;
  },
  async examine(settings, now) {
    const { databaseUrl: url, databaseTimeoutMs: timeoutMs } = settings;
    const rpId = passkeyRpIdOf(settings) ?? '';
    const { examinePostgres } = await import('../../store/postgres/examine.ts');
    return examinePostgres({ url, poolSize: 1, timeoutMs, rpId }, now);
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
