// How SQLite runs the statements of the stores: by an index, each of them, however large the tables grow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFile } from '../helpers/open-file.ts';
import { NOW } from './stores/given.ts';

const originalPrepare = Sqlite.prototype.prepare;

/** By statement, since an alias may be another table's elsewhere: all that may be asked for, and for whom. */
const FEW: readonly (readonly [scan: string, reads: RegExp])[] = [
  ['SCAN s', /^\s*select [^()]* from api_scopes s join apis i on i\.id = s\.api_id\s+where s\.machine = false/],
  ['SCAN apis', /from apis cross join api_scopes z\s+where a\.document_url is not null/],
];

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-file-'));
  path = join(folder, 'latchkey.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the statements of the stores', () => {
  // Signing keys are a dozen, and are wanted all at once; so are applications of which everybody was unlinked a moment
  // ago. What `doctor` counts has an index of its own.
  it('read no whole table', async () => {
    const statements: string[] = [];
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Connection, sql) {
      statements.push(sql);
      return originalPrepare.call(this, sql);
    });
    // The stores prepare theirs at the first use. Other files of this worker have loaded the modules already.
    vi.resetModules();
    vi.doMock('../../src/store/sqlite/statement.ts', async (original) => {
      const module = await original<typeof import('../../src/store/sqlite/statement.ts')>();
      const prepareLater: typeof module.prepare = (connection, sql, kinds) => {
        statements.push(sql);
        return module.prepare(connection, sql, kinds);
      };
      return { ...module, prepare: prepareLater };
    });
    vi.doMock('../../src/store/statement.ts', async (original) => {
      const module = await original<typeof import('../../src/store/statement.ts')>();
      const statementLater: typeof module.statement = (...told) => {
        const made = module.statement(...told);
        statements.push(...[made.sqlite, made.sqliteThen ?? []].flat().map(module.textForSqlite));
        return made;
      };
      return { ...module, statement: statementLater };
    });
    const { openSqlite: openObserved } = await import('../../src/store/sqlite/open.ts');
    const database = await openObserved({ path, clock: { now: () => NOW } });
    vi.doUnmock('../../src/store/sqlite/statement.ts');
    vi.doUnmock('../../src/store/statement.ts');
    vi.resetModules();
    prepare.mockRestore();
    const connection = openFile(path, { readonly: true });
    const planned = statements.filter(
      (sql) =>
        /^\s*(with|select|insert|update|delete)/.test(sql) &&
        !/pragma_|sqlite_schema|schema_migrations|pg_advisory/.test(sql),
    );
    const scans = planned.flatMap((sql) => {
      const plan = connection
        .prepare<[], { detail: string }>(`explain query plan ${sql.replaceAll(/[?]|\$\w+(?:\.\w+)?/g, '1')}`)
        .all();
      // Few rows, or the first of an order or up to a limit: password_kinds, seals, horizons,
      // machine tokens, the policy, groups and APIs where they are counted, whether any program has a scope, and the two
      // indexes last. Operators make APIs and their scopes: `FEW` are the statements that read all of them.
      // `visible`, `given_up`, `recipient`, `due`, `older`, `team`, `asked` and `waiting` (`w`) are no tables: results of
      // subqueries that read by an index, and are bounded.
      return plan
        .filter(
          ({ detail }) =>
            !FEW.some(([scan, reads]) => detail === scan && reads.test(sql)) &&
            /^SCAN (?!json_each|\w+ VIRTUAL TABLE|signing_keys|unlinked_applications|visible|given_up|recipient|(?:due|older|waiting|w)$|password_kinds|audit_seals|audit_horizons|machine_tokens|policy|policy_processes|team$|asked$|(?:user_groups|apis|api_machine_access|client_documents) USING COVERING|\w+ USING (?:COVERING )?INDEX (?:applications_by_document|former_usernames_|consent_items_nickname|accounts_imported|event_deliveries_due)|\(subquery|CONSTANT)/.test(
              detail,
            ),
        )
        .map(({ detail }) => `${detail}: ${sql}`);
    });
    expect(planned.length).toBeGreaterThan(250);
    expect(scans).toEqual([]);
    connection.close();
    await database.close();
  });
});
