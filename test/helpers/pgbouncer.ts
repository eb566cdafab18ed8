// PgBouncer in transaction mode in front of a PostgreSQL. It needs the system's package (Debian: pgbouncer).
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from './postgres.ts';
import { endProcess } from './program.ts';
import { requireProgram } from './required-program.ts';
import { freePorts } from './server.ts';
import { administer } from './test-databases.ts';

const READY_WITHIN_MS = 60_000;

export type PgBouncer = {
  /** The same database, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

/**
 * @param url of the server behind it
 * @param poolSize maximum number of connections to each database; clients may have many more
 */
export async function startPgBouncer(url: string, poolSize: number): Promise<PgBouncer> {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pgbouncer-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const [port = 0] = await freePorts(1);
  const { hostname, port: serverPort } = new URL(url);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), '"latchkey" ""\n"postgres" ""\n');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_idle_timeout = 5
`,
  );
  const child: ChildProcess = spawn(requireProgram('pgbouncer'), [file], {
    cwd: folder,
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-4000);
  });
  const through = (target: string) => {
    const own = new URL(target);
    own.hostname = '127.0.0.1';
    own.port = String(port);
    return own.href;
  };
  for (const startedAt = performance.now(); ; ) {
    const ready = await administer(through(url), 'select 1').then(
      () => true,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`PgBouncer did not start: ${errorOutput}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    through,
    async stop() {
      await endProcess(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
