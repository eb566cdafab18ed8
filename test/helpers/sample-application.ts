// Runs the sample application of examples/ as a child process on a port of its own, registered with a running server.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess } from './program.ts';
import { freePorts, type Owner, registerApplication, type TestServer } from './server.ts';

const PROGRAM = fileURLToPath(new URL('../../examples/client-backend/server.js', import.meta.url));

export type SampleApplication = {
  readonly url: string;
  readonly redirectUri: string;
  /** The file in its own folder that stores its members. */
  readonly membersFile: string;
  /** Ends the process and starts it again with the same members. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Registers it (nickname required, email optional, login activation ON) and starts it. */
export async function startSampleApplication(
  server: Pick<TestServer, 'authUrl' | 'apiUrl'>,
  owner: Owner,
): Promise<SampleApplication> {
  const [port] = await freePorts(1);
  const url = `http://localhost:${port}`;
  const redirectUri = `${url}/callback`;
  const application = await registerApplication(server, owner, {
    name: 'Acme Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: [url] }],
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [`${url}/signed-out`],
    consent_items: [
      { item: 'nickname', consent: 'required', purpose: 'To greet you by name' },
      { item: 'email', consent: 'optional', purpose: 'To send you receipts' },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), 'sample-application-'));
  const membersFile = join(folder, 'members.json');
  const environment = {
    CLIENT_ID: application.platforms[0]?.api_key,
    AUTH_URL: server.authUrl,
    PORT: String(port),
    MEMBERS_FILE: membersFile,
  };
  let child = await start(environment, url);
  return {
    url,
    redirectUri,
    membersFile,
    async restart() {
      await endProcess(child, 'SIGTERM');
      child = await start(environment, url);
    },
    async stop() {
      await endProcess(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(environment: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (child.exitCode === null) {
    const answers = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return child;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The sample application ended with ${child.exitCode}.`);
}
