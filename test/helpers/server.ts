// What stories do at a server, whether it is the program (`program.ts`) or composed in this process (`hosts.ts`): they
// make an owner, and register applications as the owner's programs do.
import { freePorts } from './free-ports.ts';
import type { Row } from './store.ts';

export { freePorts };

export type CommandResult = { status: number | null; stdout: string; stderr: string };

export type TestServer = {
  readonly authUrl: string;
  readonly apiUrl: string;
  readonly opsUrl: string;
  /** Its working directory, with the secret (`data/secret.key`) and on SQLite the database (`data/latchkey.db`). */
  readonly folder: string;
  /** Its environment, for other programs that share its database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Everything in its database, by file or table. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  /** Every row of every table of its database. */
  rows(): Promise<ReadonlyMap<string, readonly Row[]>>;
  /** Every row of one table: all tables take twenty times as long. */
  rowsIn(table: string): Promise<readonly Row[]>;
  /** Changes the database directly, where no route does what a test needs. */
  execute(sql: string, ...values: readonly unknown[]): Promise<void>;
  /** Everything written to standard output and standard error so far, including restarts. */
  logs(): string;
  /**
   * Runs one command of the program while the server runs: `command(['accounts', 'list'])`. `settings` override the
   * server's.
   */
  command(args: readonly string[], input?: string, settings?: Readonly<Record<string, string>>): Promise<CommandResult>;
  /**
   * Ends this process and starts another on the same ports and data. `SIGKILL` is a crash.
   * @param meanwhile changes its files while no process runs
   * @returns the exit code of the ended process, null after SIGKILL
   */
  restart(signal?: NodeJS.Signals, meanwhile?: () => void): Promise<number | null>;
  /** Ends the process and removes the folder. @returns the exit code, null after SIGKILL */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type Owner = { email: string; password: string; apiToken: string };

/** Creates an account with the role owner and an API token, by the command line. */
export async function createOwner(server: Pick<TestServer, 'command'>, email = 'owner@example.com'): Promise<Owner> {
  const password = 'correct horse battery staple';
  await succeed(server, ['accounts', 'create', '--email', email, '--role', 'owner', '--password-stdin'], password);
  const { token } = await succeed(server, ['api-tokens', 'create', '--email', email, '--name', 'tests']);
  return { email, password, apiToken: String(token) };
}

/** Runs a command with `--json` and returns its document. @throws Error when it fails */
export async function succeed(
  server: Pick<TestServer, 'command'>,
  args: readonly string[],
  input?: string,
  settings?: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await server.command([...args, '--json'], input, settings);
  if (status !== 0) throw new Error(`latchkey ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The parts of a registered application that flows need. */
export type RegisteredApplication = {
  id: string;
  platforms: readonly { id: string; platform: string; api_key: string }[];
  redirect_uris: readonly string[];
};

/** Registers through the registration API: POST, then GET at `Location`. `body` as in contract 3. */
export async function registerApplication(
  server: Pick<TestServer, 'apiUrl'>,
  owner: Pick<Owner, 'apiToken'>,
  body: unknown,
): Promise<RegisteredApplication> {
  const authorization = `Bearer ${owner.apiToken}`;
  const created = await fetch(`${server.apiUrl}/applications`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const location = created.headers.get('location');
  if (created.status !== 201 || !location) throw new Error(`${created.status}: ${await created.text()}`);
  const shown = await fetch(new URL(location, server.apiUrl), { headers: { authorization } });
  if (shown.status !== 200) throw new Error(`${shown.status}: ${await shown.text()}`);
  return shown.json() as Promise<RegisteredApplication>;
}
