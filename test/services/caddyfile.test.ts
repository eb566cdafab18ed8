// The proxy's file, read by the proxy itself.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { requireCaddy, versionPlaces } from '../helpers/caddy.ts';
import { CADDYFILE } from '../unit/deploy/read-deployment.ts';

const run = (command: string) =>
  execFileSync(requireCaddy(), [command, '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    env: { ...process.env, ...versionPlaces() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe(CADDYFILE, () => {
  it('is valid as it stands', () => {
    expect(run('validate')).toContain('Valid configuration');
  });

  it('sends each host to the three servers', () => {
    const dialled = [...run('adapt').matchAll(/"dial":"([^"]+)"/g)].map(([, address]) => address);
    const at = (port: number) => [1, 2, 3].map((node) => `latchkey-${node}:${port}`);
    expect(dialled.sort()).toEqual([...at(4000), ...at(4001)].sort());
  });

  it('C3: names nothing beyond GET that may be sent again once a server has taken it', () => {
    expect(run('adapt')).not.toContain('retry_match');
  });
});
