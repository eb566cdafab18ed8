// Which scopes and resources of a request count, of a client that nobody registered (contract 45, 46).
import { describe, expect, test } from 'vitest';
import type { ApplicationScope } from '../../../../src/core/applications/apis/application-scope.ts';
import { checkRequest } from '../../../../src/core/grants/authorize/check-request.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import { API_KEY, givenApplication, givenPlatform } from '../given.ts';

const CALLBACK = 'https://shop.example.com/callback';
const MCP = 'https://mcp.example/mcp';
const OTHER = 'https://other.example';
const USER_INFO = 'https://api.example.com';

const scope = (item: string, apiId: string, byDefault = false): ApplicationScope => ({
  ...{ item, apiId, resource: apiId === 'mcp' ? MCP : OTHER, apiName: apiId, label: undefined, description: undefined },
  ...{ texts: undefined, byDefault, byGroups: false, accessTokenAlg: 'ES256', consent: 'optional', createdAt: 0 },
  ...{ purpose: undefined, translations: undefined },
});
const ONE = [scope('tools.list', 'mcp', true), scope('tools.run', 'mcp')];
const BARE = [scope('tools.run', 'mcp')];
const TWO = [...ONE, scope('other.read', 'other')];

const URL_OF = 'https://client.example/oauth/client.json';
function read(apiScopes: readonly ApplicationScope[], sent: Record<string, string>, documentUrl: string | undefined) {
  const query = new URLSearchParams({
    ...{ client_id: API_KEY, redirect_uri: CALLBACK, response_type: 'code', code_challenge_method: 'S256' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', ...sent },
  }).toString();
  const application = givenApplication({ documentUrl, apiScopes });
  const found = { application, platform: givenPlatform() };
  const sending = { found, queryBytes: query.length, hint: undefined, apiUrl: USER_INFO };
  const checked = checkRequest({ parameters: Parameters.parse(query), ...sending });
  if (checked.kind === 'valid') return [checked.request.scope?.join(' '), checked.request.audiences];
  return checked.kind === 'return-error' ? `${checked.error.code} ${checked.error.refusal}` : checked.kind;
}

describe('contract 46: of a client with a document', () => {
  test.each<[what: string, apiScopes: readonly ApplicationScope[], sent: Record<string, string>, read: unknown]>([
    [
      'no API: only these two',
      [],
      { scope: 'openid email tools.run offline_access' },
      ['openid offline_access', undefined],
    ],
    ['no API: nothing left', [], { scope: 'email tools.run' }, [undefined, undefined]],
    ['no API: any resource is ignored', [], { scope: 'openid', resource: MCP }, ['openid', undefined]],
    [
      'an API: its scopes too, and nothing else',
      ONE,
      { scope: 'tools.run email groups other.read offline_access', resource: MCP },
      ['tools.run offline_access', ['mcp']],
    ],
    ['no scope: those by default', ONE, { resource: MCP }, [undefined, ['mcp']]],
    ['nothing but others: those by default', ONE, { scope: 'email', resource: MCP }, [undefined, ['mcp']]],
    ['no scope by default, none asked', BARE, { resource: MCP }, 'invalid_scope api-scope-missing'],
    ['no resource, one API', ONE, { scope: 'tools.run' }, ['tools.run', ['mcp']]],
    ['neither resource nor scope, one API', ONE, {}, [undefined, ['mcp']]],
    ['no resource, with openid', ONE, { scope: 'openid tools.run' }, ['openid tools.run', undefined]],
    ['no resource, two APIs', TWO, { scope: 'tools.run' }, ['tools.run', undefined]],
    ['two APIs', TWO, { scope: 'other.read', resource: OTHER }, ['other.read', ['other']]],
    ['a trailing slash', ONE, { resource: 'https://MCP.example/mcp' }, [undefined, ['mcp']]],
    ['user-info', ONE, { scope: 'openid', resource: USER_INFO }, ['openid', undefined]],
    ['another resource', ONE, { resource: OTHER }, 'invalid_target resource-unknown'],
  ])('%s', (_, apiScopes, sent, expected) => {
    expect(read(apiScopes, sent, URL_OF)).toEqual(expected);
  });
});

test('contract 4: of an application, all that was sent is kept, and what is unknown counts for nothing later', () => {
  expect(read(ONE, { scope: 'tools.run email', resource: MCP }, undefined)).toEqual(['tools.run email', ['mcp']]);
});
