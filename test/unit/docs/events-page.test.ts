// docs/events.md says what the program does: every type, the receiver in examples/, and the pauses between tries.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/core/applications/application-events/application-event.ts';
import { RETRY_PAUSES } from '../../../src/core/applications/application-events/event-messages.ts';
import { signedHeaders } from '../../../src/core/applications/application-events/sign-message.ts';
import { EVENTS_PAGE } from '../../helpers/events-page.ts';
import { endProcess } from '../../helpers/program.ts';
import { freePorts } from '../../helpers/server.ts';

const RECEIVER = fileURLToPath(new URL('../../../examples/event-receiver.js', import.meta.url));
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=';

describe('docs/events.md', () => {
  it('contract 60: has a row for each type', () => {
    const rows = [...EVENTS_PAGE.text.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, type]) => type);
    expect(rows).toEqual([...EVENT_TYPES]);
  });

  it('contract 60: tries for three days', () => {
    expect(RETRY_PAUSES.reduce((sum, pause) => sum + pause)).toBe(3 * 24 * 3_600_000);
  });

  it('contract 60: the receiver on the page is the one in examples, and takes only what is genuine', async () => {
    expect(EVENTS_PAGE.block('javascript')).toBe(readFileSync(RECEIVER, 'utf8'));
    const [port = 0] = await freePorts(1);
    const child = spawn(process.execPath, [RECEIVER], {
      env: { EVENT_SECRET: `whsec_AAAA ${SECRET}`, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    try {
      const body = '{"type":"test"}';
      const send = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body }).then(({ status }) => status);
      const headers = signedHeaders({ id: 'e1', at: Date.now(), body }, [SECRET]);
      await expect.poll(() => send(headers).catch(() => 0)).toBe(204);
      const old = signedHeaders({ id: 'e2', at: Date.now() - 6 * 60_000, body }, [SECRET]);
      expect([await send({}), await send({ ...headers, 'webhook-id': 'e3' }), await send(old)]).toEqual([
        401, 401, 401,
      ]);
      expect(output).toBe(`e1 ${body}\n`);
    } finally {
      await endProcess(child, 'SIGTERM');
    }
  });
});
