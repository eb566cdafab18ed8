// The nginx recipe of docs/recipes.md, its files as they stand on the page. `npm run test:recipes`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePorts } from '../helpers/free-ports.ts';
import { newPerson } from '../helpers/people.ts';
import type { Replacements } from '../helpers/recipes-page.ts';
import { nginxAround } from './around-nginx.ts';
import { useRecipes } from './given-recipe.ts';
import { revoke, tokensOf } from './given-tokens.ts';

describe('nginx: auth_request', () => {
  const given = useRecipes();

  it('lets access tokens of its own application through, with whose they are, and nothing else', async () => {
    const behind = createServer((request, response) => response.end(`Hello ${request.headers['x-sub']}`));
    await once(behind.listen(0, '127.0.0.1'), 'listening');
    const [checkPort = 0] = await freePorts(1);
    const { home, replacements } = await given.serve({
      title: 'nginx: auth_request',
      files: ['check.mjs', 'api.conf'],
      more: { '127.0.0.1:8080': `127.0.0.1:${(behind.address() as AddressInfo).port}`, '4010': String(checkPort) },
      ...nginxAround,
    });
    const ask = async (authorization?: string, more = {}) => {
      const answer = await fetch(`${home}/`, { headers: { ...(authorization && { authorization }), ...more } });
      return { status: answer.status, text: answer.status === 200 ? await answer.text() : '' };
    };
    const refused = { status: 401, text: '' };
    const tokens = (of: Replacements) =>
      tokensOf(given.server, of, { redirectUri: `${home}/callback`, scope: 'nickname', person: newPerson() });

    const own = await tokens(replacements);
    const hello = { status: 200, text: expect.stringMatching(/^Hello [\w-]{32}$/) };
    await expect.poll(() => ask(`Bearer ${own.access_token}`)).toEqual(hello);
    expect(await ask(`Bearer ${own.access_token}`, { 'x-sub': 'somebody-else' })).toEqual(hello);

    // A live token of another application, which user-info would answer for: the confused deputy.
    const other = await given.write({ title: 'nginx: auth_request', files: [], home });
    const foreign = await tokens(other.replacements);
    const userInfo = await fetch(`${given.server.apiUrl}/user-info`, {
      headers: { authorization: `Bearer ${foreign.access_token}` },
    });
    expect(userInfo.status).toBe(200);
    expect(await ask(`Bearer ${foreign.access_token}`)).toEqual(refused);

    expect(await ask()).toEqual(refused);
    expect(await ask('Bearer lk_at_unknown')).toEqual(refused);
    expect(await ask(`Bearer ${own.refresh_token}`)).toEqual(refused);
    await revoke(given.server, replacements, own.access_token);
    expect(await ask(`Bearer ${own.access_token}`)).toEqual(refused);
    behind.close();
  });
});
