// How PostgreSQL runs the statements of the stores: by an index, each of them, however large the tables grow.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Statement } from '../../src/store/postgres/statement.ts';
import { unusedDatabase } from '../helpers/fresh-database.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';

const statements: Statement[] = [];
vi.doMock('../../src/store/postgres/statement.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/store/postgres/statement.ts')>();
  return {
    ...original,
    statement(sql: string) {
      const made = original.statement(sql);
      statements.push(made);
      return made;
    },
  };
});
// Those that both databases run become statements of PostgreSQL at their first use.
vi.doMock('../../src/store/statement.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/store/statement.ts')>();
  const { statement } = await vi.importActual<typeof import('../../src/store/postgres/statement.ts')>(
    '../../src/store/postgres/statement.ts',
  );
  return {
    ...original,
    statement(...told: Parameters<typeof original.statement>) {
      const made = original.statement(...told);
      statements.push(statement(made.postgres));
      return made;
    },
  };
});

describe('the statements of the stores', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    // Modules make their statements when they are loaded: they are loaded again, here.
    vi.resetModules();
    const { openPostgres } = await import('../../src/store/postgres/open.ts');
    const { PLAN_SETTINGS } = await import('../../src/store/postgres/prepared-statements.ts');
    database = await unusedDatabase();
    // Statements that are put together when a database is opened, too.
    const opened = await openPostgres({ url: database.url, poolSize: 1, timeoutMs: 5_000, clock: { now: () => 0 } });
    await opened.close();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const setting of PLAN_SETTINGS) await client.query(`set ${setting} = off`);
  });
  afterAll(async () => {
    vi.doUnmock('../../src/store/postgres/statement.ts');
    vi.doUnmock('../../src/store/statement.ts');
    vi.resetModules();
    await client.end();
    await database.drop();
  });

  /**
   * Tables of a handful of rows, an index of operators alone or of leaving accounts, the first row there is, of imported
   * accounts or of scopes of programs, groups and APIs where they are counted, APIs and their scopes where any of them
   * may be asked for, clients with documents and blocked hosts, which each start settles, and what `doctor` counts by
   * an index of its own.
   */
  const SMALL =
    /signing_keys|machine_tokens|policy|deleted_accounts_unlogged|accounts_leaving|schema_migrations|password_kinds|accounts_operators|accounts_imported|removed_applications_pkey|unlinked_applications|former_usernames_(?:dropped|unsettled)|consent_items_nickname|user_groups_(?:name_key|any)|apis_resource_key_key|api_machine_access_by_scope|api_scopes_by_api|apis_pkey on apis {2}|client_documents_by_host|blocked_client_hosts_pkey/;

  /** Where the plan reads a table, or an index, from one end to the other. */
  async function wholeReadsOf({ text, names }: Statement): Promise<string[]> {
    // It reads nothing, and has no plan.
    if (text.startsWith('lock table')) return [];
    await client.query(`prepare planned as ${text}`);
    const values = names.length > 0 ? `(${names.map(() => 'null').join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute planned${values}`);
    await client.query('deallocate planned');
    const lines = rows.map((row) => row['QUERY PLAN']);
    return lines.filter((line, index) => {
      if (line.includes('Seq Scan')) return true;
      return / (?:on|using) /.test(line) && /Index.* Scan/.test(line) && !lines[index + 1]?.includes('Index Cond');
    });
  }

  it('none reads a whole table or a whole index, though all are empty when it is planned', async () => {
    expect(statements.length).toBeGreaterThan(55);
    const reads: string[] = [];
    for (const statement of statements) {
      for (const read of await wholeReadsOf(statement)) {
        if (!SMALL.test(read)) reads.push(`${read.trim()}: ${statement.text}`);
      }
    }
    expect(reads).toEqual([]);
  });

  /** Whether a subquery after `in`, with everything in its parentheses, has a `limit`. */
  const limitsAfterIn = (text: string): boolean =>
    [...text.matchAll(/\bin\s*\(\s*select\b/g)].some(({ index }) => {
      const from = text.indexOf('(', index);
      let depth = 0;
      const length = [...text.slice(from)].findIndex((sign) => {
        depth += Number(sign === '(') - Number(sign === ')');
        return depth === 0;
      });
      return /\blimit (?!all\b)/.test(text.slice(from, from + length));
    });

  // A plan may run the subquery again for each row it meets: then more rows go than the limit says.
  it('none changes rows that a limited subquery behind `in` picks', () => {
    const changing = statements.filter(({ text }) => /\b(?:delete from|update)\b/.test(text));
    expect(changing.length).toBeGreaterThan(20);
    expect(changing.filter(({ text }) => limitsAfterIn(text)).map(({ text }) => text)).toEqual([]);
    expect(limitsAfterIn('delete from t where id in (\n select id from t where f((a)) order by x limit $1)')).toBe(
      true,
    );
    expect(limitsAfterIn('delete from t where id in (select 1) and a = (select b from t limit 1)')).toBe(false);
  });

  it('contract 29: finds accounts by role and status along their index, also where statistics say that many match', async () => {
    const { of } = await import('../../src/store/postgres/drive.ts');
    const told = await import('../../src/store/nouns/account-search.ts');
    const SEARCH_PARTS = of(told.SEARCH_PARTS);
    await client.query(`
      insert into accounts (id, email, email_key, email_verified, role, profile, disabled_at, created_at, updated_at)
      select name, name, name, false, case when i % 1000 = 7 then 'owner' else 'user' end, '{}',
        case when i % 100 = 3 then 1 end, 0, 0
      from generate_series(1, 20000) as n (i), lpad(i::text, 8, '0') as l (name)`);
    await client.query('analyze accounts');
    await client.query('set plan_cache_mode = force_custom_plan');
    await client.query(`prepare searched as ${SEARCH_PARTS.text}`);
    const values = {
      roles: '{owner}',
      statuses: '{active,disabled}',
      from: '00010000',
      end: '1',
      after: '',
      limit: '21',
    };
    const given = SEARCH_PARTS.names.map((name) => `'${values[name as keyof typeof values]}'`).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute searched(${given})`);
    const scans = rows
      .map((row) => row['QUERY PLAN'])
      .filter((line) => line.includes('Scan') && line.includes('accounts'));
    expect(scans).toEqual([expect.stringContaining('Index Scan using accounts_by_role on accounts')]);
  });
});
