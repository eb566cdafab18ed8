// The topology of compose.yaml as processes: servers on one PostgreSQL, behind Caddy with compose.yaml's configuration.
// Each node has a loopback address of its own (127.0.1.1, 127.0.1.2 …), and all have the same ports, as containers do.
//
//   const nodes = await startNodes({ count: 3, databaseUrl });
//   const client = await givenClient(nodes);              // through the proxy
//   await nodes.end(0, 'SIGTERM'); await nodes.begin(0);
//   await nodes.stop();
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCaddy } from './caddy.ts';
import { ONE_ADDRESS } from './one-address.ts';
import { endProcess, runCommand, spawnProgram } from './program.ts';
import { freePorts, type TestServer } from './server.ts';

const READY_WITHIN_MS = 60_000;
/** The address that Caddy's connections come from. */
const PROXY = '127.0.0.1';

export type Nodes = Pick<TestServer, 'authUrl' | 'apiUrl' | 'command'> & {
  /** Everything the node has written so far, including restarts. */
  logs(node: number): string;
  proxyLogs(): string;
  /** Ends the node's process. Resolves with the exit code. */
  end(node: number, signal: NodeJS.Signals): Promise<number | null>;
  /** Starts the node's process again. Resolves when it is ready. */
  begin(node: number): Promise<void>;
  stop(): Promise<void>;
};

/** @param settings `LATCHKEY_*` variables of every node */
export async function startNodes({
  count,
  databaseUrl,
  settings = {},
}: {
  count: number;
  databaseUrl: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nodes-'));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'one secret for all the nodes of a test', { mode: 0o600 });
  const [authSite, apiSite, authPort = 0, apiPort = 0, opsPort = 0] = await freePorts(5);
  const [authUrl, apiUrl] = [`http://localhost:${authSite}`, `http://localhost:${apiSite}`];
  const hosts = Array.from({ length: count }, (_, node) => `127.0.1.${node + 1}`);
  const environmentOf = (host: string) => ({
    LATCHKEY_AUTH_URL: authUrl,
    LATCHKEY_API_URL: apiUrl,
    LATCHKEY_AUTH_LISTEN: `${host}:${authPort}`,
    LATCHKEY_API_LISTEN: `${host}:${apiPort}`,
    LATCHKEY_OPS_LISTEN: `${host}:${opsPort}`,
    LATCHKEY_DATABASE_URL: databaseUrl,
    LATCHKEY_SECRET_FILE: secretFile,
    LATCHKEY_TRUST_PROXY: PROXY,
    ...ONE_ADDRESS,
    ...settings,
  });
  const logs = hosts.map(() => '');
  const running = new Map<number, ChildProcess>();

  const begin = async (node: number) => {
    const host = hosts[node] ?? '';
    const child = spawnProgram(['serve'], folder, environmentOf(host));
    running.set(node, child);
    const keep = (chunk: Buffer) => {
      logs[node] += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await untilReady(`http://${host}:${opsPort}/health/ready`, child, () => logs[node] ?? '');
  };
  const end = (node: number, signal: NodeJS.Signals) => {
    const child = running.get(node);
    return child ? endProcess(child, signal) : Promise.resolve(null);
  };
  const endAll = () => Promise.all([...running.keys()].map((node) => end(node, 'SIGKILL')));
  const at = (port: number) => hosts.map((host) => `${host}:${port}`).join(' ');
  try {
    await Promise.all(hosts.map((_, node) => begin(node)));
    const proxy = await startCaddy({
      AUTH_SITE: authUrl,
      API_SITE: apiUrl,
      AUTH_UPSTREAMS: at(authPort),
      API_UPSTREAMS: at(apiPort),
      HEALTH_PORT: String(opsPort),
    });
    return {
      authUrl,
      apiUrl,
      logs: (node) => logs[node] ?? '',
      proxyLogs: () => proxy.logs(),
      command: (args, input, more) => runCommand(args, folder, { ...environmentOf(PROXY), ...more }, input),
      end,
      begin,
      async stop() {
        await proxy.stop();
        await endAll();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await endAll();
    throw error;
  }
}

async function untilReady(url: string, child: ChildProcess, logs: () => string): Promise<void> {
  for (const startedAt = performance.now(); ; ) {
    const ready = await fetch(url, { headers: { connection: 'close' } }).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`A node did not start: ${logs()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
