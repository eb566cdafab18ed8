// Runs the console's sample code as an owner would: writes its files unchanged, and starts them as it says.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { ImplementationMethod } from '../../src/core/applications/applications/application-fields.ts';
import type { Sample, SampleId } from '../../src/views/console/sample-code/sample.ts';
import { samplesFor } from '../../src/views/console/sample-code/samples-for.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { type Owner, registerApplication } from './server.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Debian's Python, because no other one sees its packages. */
export const PYTHON = '/usr/bin/python3';
/** A possible name of an application, with text that would break out of any quoting that is wrong. */
export const HOSTILE_NAME = `A'c"m\\e $(touch pwned) \${x} \`y\` </script> {baseUrl} 상점`;

export type More = { secret?: boolean; name?: string };

/**
 * A server for the programs of a test file. Call this once per file, and read `hosts` and `owner` only inside tests.
 */
export function useSamplePrograms() {
  let hosts: Hosts;
  let owner: Owner;
  const cleanUp: (() => void)[] = [];
  beforeAll(async () => {
    hosts = await startHosts();
    // The programs compare times with the machine's clock.
    hosts.clock.advance(Date.now() - hosts.clock.now());
    owner = await hosts.owner();
  });
  afterAll(async () => {
    for (const step of cleanUp.reverse()) step();
    await hosts?.stop();
  });
  return {
    get hosts() {
      return hosts;
    },
    get owner() {
      return owner;
    },
    sampleOf: (id: SampleId, redirectUri: string, more: More = {}) => sampleOf(hosts, owner, { id, redirectUri, more }),
    start: (sample: Sample) => start(sample, cleanUp),
  };
}

/** Registers an application with this redirect URI and returns its code for one library. */
async function sampleOf(
  hosts: Hosts,
  owner: Owner,
  { id, redirectUri, more }: { id: SampleId; redirectUri: string; more: More },
) {
  const { id: applicationId } = await registerApplication(hosts, owner, {
    name: more.name ?? 'Acme Shop',
    login_activation: 'ON',
    require_pkce: true,
    id_token_signed_response_alg: 'ES256',
    platforms: [{ platform: 'Web', site_domains: [new URL(redirectUri).origin] }],
    redirect_uris: [redirectUri],
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  const secret = more.secret ? await makeSecret(hosts, owner, applicationId) : undefined;
  const application = await hosts.ports.applications.find(applicationId);
  if (!application) throw new Error('The application is gone.');
  const method: ImplementationMethod = id === 'oidc-client-ts' ? 'JavaScript' : 'REST API';
  const { authUrl, apiUrl } = hosts;
  const set = samplesFor({ application, method, authUrl, apiUrl, secret });
  const sample = set.kind === 'ready' ? set.samples.find((one) => one.id === id) : undefined;
  if (!sample) throw new Error(`There is no code for ${id}: ${JSON.stringify(set)}`);
  return { ...sample, applicationId };
}

async function makeSecret(hosts: Hosts, owner: Owner, applicationId: string): Promise<string> {
  const made = await fetch(`${hosts.apiUrl}/applications/${applicationId}/client-secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.apiToken}` },
  });
  const { client_secret: secret } = (await made.json()) as { client_secret?: string };
  if (secret === undefined) throw new Error(`No secret: ${made.status}`);
  return secret;
}

/** Writes the files and starts the program in the sample's last command. */
function start(sample: Sample, cleanUp: (() => void)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sample-code-'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  for (const { name, text } of sample.files) writeFileSync(join(folder, name), text);
  const [program = '', ...words] = (sample.commands?.split('\n').at(-1) ?? '').split(' ');
  const child = spawn({ node: process.execPath, python: PYTHON }[program] ?? program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, PYTHONWARNINGS: 'ignore' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  cleanUp.push(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    output: () => output,
    ended,
    type: (text: string) => child.stdin.write(`${text}\n`),
    async line(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
