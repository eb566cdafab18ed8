// compose.yaml and the Kubernetes manifests, held against the settings' schema and against each other. No container
// engine is needed for that; the topology itself is tried in test/services/postgres-nodes.test.ts, the role in
// test/services/postgres-role.test.ts.
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SETTING_KEYS, variableName } from '../../../src/schema/settings/settings.ts';
import {
  CADDYFILE,
  COMPOSE,
  type Document,
  interpolate,
  kubernetes,
  readYaml,
  settingsOf,
  YAML_FILES,
} from './read-deployment.ts';

const VARIABLES = new Set(SETTING_KEYS.map(variableName));
const caddyfile = readFileSync(CADDYFILE, 'utf8');
const defaultOf = (placeholder: string) =>
  new RegExp(`\\{\\$${placeholder}:([^}]*)\\}`).exec(caddyfile)?.[1]?.split(' ') ?? [];

describe.each([...YAML_FILES, CADDYFILE])('%s', (file) => {
  it('contract 1: names no LATCHKEY_* variable that is no setting', () => {
    const named = readFileSync(file, 'utf8').match(/\bLATCHKEY_[A-Z_]+\b/g) ?? [];
    expect(named.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });
});

/** TLS ends at the proxy, and what is given while the secret changes is given for that time alone. */
const NOT_DEPLOYED = ['tlsCertificateFile', 'tlsKeyFile', 'secretPreviousFile'];
const FILE_SETTINGS = SETTING_KEYS.filter((key) => key.endsWith('File') && !NOT_DEPLOYED.includes(key));

it.each(['compose.yaml', 'deploy/kubernetes/config.yaml'])(
  'contract 1: %s says where every file of a setting goes',
  (file) => {
    expect(FILE_SETTINGS).toEqual(['secretFile', 'smtpUrlFile']);
    const text = readFileSync(file, 'utf8');
    expect(FILE_SETTINGS.map(variableName).filter((name) => !text.includes(`${name}: `))).toEqual([]);
  },
);

it.each(YAML_FILES)('%s is YAML without errors or warnings', (file) => {
  expect(readYaml(file).length).toBeGreaterThan(0);
});

const services: Record<string, Document> = COMPOSE.services;
const ours = Object.entries(services).filter(([, service]) => service.image === 'latchkey');
const servers = ours.filter(([name]) => name !== 'migrate');
const { ipv4_address: proxyAddress } = services.proxy.networks.latchkey;

describe('compose.yaml', () => {
  it.each(ours)('contract 1: the settings of %s are taken by the program', (_name, { environment }) => {
    expect(settingsOf(environment).databaseUrl).toMatch(/^postgres:/);
  });

  it('has three servers, all alike, none before the migration has succeeded', () => {
    expect(servers).toHaveLength(3);
    for (const [, server] of servers) {
      expect(server).toEqual(servers[0]?.[1]);
      expect(server.depends_on.migrate.condition).toBe('service_completed_successfully');
    }
  });

  it('K16: trusts the address of the proxy for X-Forwarded-For, and no other', () => {
    for (const [, { environment }] of servers) expect(settingsOf(environment).trustProxy).toEqual([proxyAddress]);
  });

  it('K16: gives nobody else the address of the proxy', () => {
    const [{ subnet, gateway, ip_range: given }] = COMPOSE.networks.latchkey.ipam.config;
    const isIn = (range: string, address: string) => {
      const [base = '', prefix] = range.split('/');
      const list = new BlockList();
      list.addSubnet(base, Number(prefix));
      return list.check(address);
    };
    for (const fixed of [proxyAddress, gateway])
      expect([isIn(subnet, fixed), isIn(given, fixed)]).toEqual([true, false]);
    expect(proxyAddress).not.toBe(gateway);
    expect(isIn(subnet, given.split('/')[0])).toBe(true);
  });

  it('P3: connects as a role that is not the one that owns the whole of PostgreSQL', () => {
    const { username, pathname } = new URL(settingsOf(servers[0]?.[1].environment).databaseUrl);
    const { POSTGRES_USER, POSTGRES_DB } = services.postgres.environment;
    expect(username).not.toBe(POSTGRES_USER);
    // What the image makes itself would belong to the superuser.
    expect(POSTGRES_DB).toBeUndefined();
    const [, script] = services.postgres.volumes.map((volume: string) => volume.split(':'));
    expect(script[1]).toMatch(/^\/docker-entrypoint-initdb\.d\/.*\.sh$/);
    expect(readFileSync(script[0], 'utf8')).toContain(`create role ${username} login nosuperuser`);
    expect(readFileSync(script[0], 'utf8')).toContain(`create database ${pathname.slice(1)} owner ${username}`);
  });

  it('sends the proxy to every server at the ports it listens on', () => {
    const { authListen, apiListen, opsListen } = settingsOf(servers[0]?.[1].environment);
    const upstreams = (port: number) => servers.map(([name]) => `${name}:${port}`);
    expect(defaultOf('AUTH_UPSTREAMS')).toEqual(upstreams(authListen.port));
    expect(defaultOf('API_UPSTREAMS')).toEqual(upstreams(apiListen.port));
    expect(opsListen).toMatchObject({ port: Number(defaultOf('HEALTH_PORT')[0]) });
  });

  it('serves at the proxy the origins that the servers call their own', () => {
    const { authUrl, apiUrl } = settingsOf(servers[0]?.[1].environment);
    expect(interpolate(services.proxy.environment.AUTH_SITE)).toBe(authUrl);
    expect(interpolate(services.proxy.environment.API_SITE)).toBe(apiUrl);
  });

  it('gives every long-lived service a health check, except the proxy, which checks the servers', () => {
    const without = Object.entries(services).filter(([, service]) => !service.healthcheck?.test);
    expect(without.map(([name]) => name)).toEqual(['migrate', 'proxy']);
  });

  it('P3: holds secrets as files only, each declared and each given to who names it', () => {
    for (const { environment, secrets = [] } of Object.values(services)) {
      const paths = Object.values<string>(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(paths.map((path) => path.slice('/run/secrets/'.length)).sort()).toEqual([...secrets].sort());
      for (const name of secrets) expect(COMPOSE.secrets[name]).toEqual({ file: `./secrets/${name}` });
      expect(Object.keys(environment).filter((name) => /PASSWORD$|_SECRET$/.test(name))).toEqual([]);
    }
  });

  it('leaves a stopping server more time than it takes for itself', () => {
    for (const [, { environment, stop_grace_period: grace }] of servers)
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(settingsOf(environment).shutdownSeconds + 5);
  });

  it('publishes no port but the proxy’s', () => {
    const published = Object.entries(services).filter(([, service]) => service.ports);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
  });
});

describe('deploy/kubernetes', () => {
  const [config] = kubernetes('ConfigMap');
  const [deployment] = kubernetes('Deployment');
  const [job] = kubernetes('Job');
  const [secret] = kubernetes('Secret');
  const pods: Document[] = [deployment, job].map(({ spec }) => spec.template.spec);
  const [container] = pods[0].containers;
  const portOf = (name: string) =>
    container.ports.find((port: Document) => port.name === name)?.containerPort as number;
  const settings = settingsOf(config.data);

  it('contract 1: every container takes its settings from the same map', () => {
    for (const pod of pods)
      expect(pod.containers[0].envFrom).toEqual([{ configMapRef: { name: config.metadata.name } }]);
  });

  it('names the ports that the settings listen on', () => {
    expect([portOf('auth'), portOf('api')]).toEqual([settings.authListen.port, settings.apiListen.port]);
    expect(settings.opsListen).toMatchObject({ port: portOf('ops') });
  });

  it.each([
    ['startupProbe', '/health/live'],
    ['livenessProbe', '/health/live'],
    ['readinessProbe', '/health/ready'],
  ])('contract 1: %s asks %s on the operations listener', (probe, path) => {
    expect(container[probe].httpGet).toEqual({ path, port: 'ops' });
  });

  it('selects the pods of the deployment, and never those of the migration', () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      ...kubernetes('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...kubernetes('Service').map(({ spec }) => spec.selector),
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
  });

  it('leads each public host to the service of its listener', () => {
    const [ingress] = kubernetes('Ingress');
    const targets = new Map(
      kubernetes('Service').map(({ metadata, spec }) => [metadata.name, spec.ports[0].targetPort]),
    );
    const led = ingress.spec.rules.map(({ host, http }: Document) => [
      `https://${host}`,
      targets.get(http.paths[0].backend.service.name),
    ]);
    expect(led).toEqual([
      [settings.authUrl, 'auth'],
      [settings.apiUrl, 'api'],
    ]);
  });

  it('P3: believes no database but the one whose certificate it can check', () => {
    const { searchParams } = new URL(settings.databaseUrl);
    expect(searchParams.get('sslmode')).toBe('verify-full');
    expect(Object.keys(secret.stringData).map((name) => `/run/latchkey/${name}`)).toContain(
      searchParams.get('sslrootcert'),
    );
  });

  it('lets the ingress to the hosts, Prometheus to the operations listener, and nobody else', () => {
    const [policy, ofMigration] = kubernetes('NetworkPolicy');
    expect(policy.spec.podSelector.matchLabels).toEqual(deployment.spec.template.metadata.labels);
    expect(ofMigration.spec.podSelector.matchLabels).toEqual(job.spec.template.metadata.labels);
    const ports = ({ spec }: Document) =>
      spec.ingress.map((rule: Document) => rule.ports.map(({ port }: Document) => port));
    expect([ports(policy), ports(ofMigration)]).toEqual([[['auth', 'api'], ['ops']], []]);
    for (const { from } of policy.spec.ingress) expect(from).toHaveLength(1);
    for (const { spec } of [policy, ofMigration]) {
      expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
      const reached = spec.egress.flatMap((rule: Document) => rule.ports.map(({ port }: Document) => port));
      expect(reached).toContain(Number(new URL(settings.databaseUrl).port));
    }
  });

  it('contract 20: lets the servers, and not the migration, reach the mail server of the example', () => {
    const [policy, ofMigration] = kubernetes('NetworkPolicy').map(({ spec }) =>
      spec.egress.flatMap((rule: Document) => rule.ports.map(({ port }: Document) => port)),
    );
    const port = Number(new URL(secret.stringData['smtp-url']).port);
    expect([policy.includes(port), ofMigration.includes(port)]).toEqual([true, false]);
  });

  it('P3: hands over secrets as files of the user who runs, from the secret of the example', () => {
    for (const pod of pods) {
      const [, , mode, , folder, ...sources] = pod.initContainers[0].command;
      expect(mode).toBe('0400');
      expect(sources).toEqual(Object.keys(secret.stringData).map((name) => `/run/source/${name}`));
      expect(config.data.LATCHKEY_SECRET_FILE).toBe(`${folder}/secret`);
      expect(config.data.PGPASSFILE).toBe(`${folder}/pgpass`);
      expect(config.data.LATCHKEY_SMTP_URL_FILE).toBe(`${folder}/smtp-url`);
      expect(pod.volumes[0].secret.secretName).toBe(secret.metadata.name);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    }
  });

  it('leaves a stopping pod more time than preStop and the server take', () => {
    const [, prestop] = container.lifecycle.preStop.exec.command;
    const { terminationGracePeriodSeconds } = pods[0];
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(prestop) + settings.shutdownSeconds + 5);
  });
});
