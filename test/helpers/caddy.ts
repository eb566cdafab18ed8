// The proxy of compose.yaml with the same configuration file. It needs the system's package (Debian: caddy).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endProcess } from './program.ts';
import { requireProgram } from './required-program.ts';

/** The program's path. @throws Error that says how to install it */
export const requireCaddy = (): string => requireProgram('caddy');

/** Variables of deploy/Caddyfile for versions of Caddy that name an option differently; empty for others. */
export function versionPlaces(): Readonly<Record<string, string>> {
  const version = execFileSync(requireCaddy(), ['version'], { encoding: 'utf8' });
  return /^v?2\.(?:[0-5]\.|6\.[0-2]\b)/.test(version) ? { REQUEST_BUFFERS: 'buffer_requests' } : {};
}

const READY_WITHIN_MS = 60_000;

/** The environment variables of deploy/Caddyfile. */
export type ProxyPlaces = {
  AUTH_SITE: string;
  API_SITE: string;
  /** `host:port`, separated by spaces. */
  AUTH_UPSTREAMS: string;
  API_UPSTREAMS: string;
  /** The port where every upstream serves health checks. */
  HEALTH_PORT: string;
};

export type Proxy = { logs(): string; stop(): Promise<void> };

/** Resolves when the proxy answers at `AUTH_SITE`, with any status. */
export async function startCaddy(places: ProxyPlaces): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-caddy-'));
  const file = resolve('deploy/Caddyfile');
  const child: ChildProcess = spawn(requireCaddy(), ['run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...versionPlaces(),
      ...places,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  for (const startedAt = performance.now(); ; ) {
    const answered = await fetch(places.AUTH_SITE).then(
      () => true,
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`Caddy did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    logs: () => log,
    async stop() {
      await endProcess(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
