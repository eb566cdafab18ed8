// The first click of ten MCP clients (contract 46): documents made by hand after public reports, with each one's habit of
// redirect URIs and scopes. docs/mcp.md has the same table; each row says where its facts are from.
import { describe, expect, it } from 'vitest';
import { readClientDocument } from '../../../../src/core/applications/client-documents/client-document.ts';
import { documentApplication } from '../../../../src/core/applications/client-documents/document-application.ts';
import { checkRequest } from '../../../../src/core/grants/authorize/check-request.ts';
import { admitsDocument, readAdmittedDocuments } from '../../../../src/core/server/policy/admitted-documents.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';

type Client = {
  name: string;
  /** Where the facts are from. */
  source: string;
  url: string;
  document: object;
  /** What it sends as `redirect_uri`, of which some are not the document's. */
  sends: readonly string[];
  refused?: readonly string[];
  /** `none` where it is public. */
  method?: 'private_key_jwt';
};

const PUBLIC = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
const LOOPBACK = ['http://localhost/callback', 'http://127.0.0.1/callback'];

const CLIENTS: readonly Client[] = [
  {
    name: 'Claude',
    source: 'lion-reader#1519; a server that drops jwt-bearer',
    url: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    document: {
      ...PUBLIC,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: [...PUBLIC.grant_types, 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      logo_uri: 'https://claude.ai/logo.png',
    },
    sends: ['https://claude.ai/api/mcp/auth_callback'],
    refused: ['https://claude.com/api/mcp/auth_callback'],
  },
  {
    name: 'Claude Code',
    source: 'claude-code#37767, toolhive#6189',
    url: 'https://claude.ai/oauth/claude-code-client-metadata',
    document: { ...PUBLIC, client_name: 'Claude Code', redirect_uris: LOOPBACK },
    sends: ['http://localhost:51234/callback', 'http://localhost/callback', 'http://127.0.0.1:8080/callback'],
    refused: ['http://[::1]:51234/callback', 'http://localhost:51234/other'],
  },
  {
    name: 'ChatGPT',
    source: 'rauthy#1561; two servers that fetched it in September 2026',
    url: 'https://chatgpt.com/oauth/client.json',
    document: {
      ...PUBLIC,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg: 'RS256',
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    sends: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    method: 'private_key_jwt',
  },
  {
    name: 'Codex',
    source: 'codex#38089, opencode#47737',
    url: 'https://chatgpt.com/oauth/codex/AAECAwQFBgcI/client.json',
    document: { ...PUBLIC, client_name: 'Codex', redirect_uris: LOOPBACK },
    sends: ['http://127.0.0.1:1455/callback'],
  },
  {
    name: 'VS Code',
    source: 'vscode#278512',
    url: 'https://vscode.dev/oauth/client-metadata.json',
    document: {
      ...PUBLIC,
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    },
    sends: [
      ...['http://127.0.0.1:33418/', 'http://127.0.0.1:33418', 'http://127.0.0.1:50000', 'http://127.0.0.1:50000/'],
      'https://vscode.dev/redirect',
    ],
    refused: ['https://vscode.dev/redirect/', 'http://localhost:33418/'],
  },
  {
    name: 'VS Code Insiders',
    source: 'a catalogue verified in July 2026',
    url: 'https://insiders.vscode.dev/oauth/client-metadata.json',
    document: { ...PUBLIC, redirect_uris: ['http://127.0.0.1:33418/', 'https://insiders.vscode.dev/redirect'] },
    sends: ['http://127.0.0.1:40000/'],
  },
  {
    name: 'Cursor, if it had a document',
    source: 'accounted#2225, better-auth#10946',
    url: 'https://cursor.com/oauth/client.json',
    document: {
      ...PUBLIC,
      client_name: 'Cursor',
      application_type: 'web',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
    sends: ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
    refused: ['cursor://anysphere.cursor-mcp/oauth/callback'],
  },
  {
    name: 'opencode',
    source: 'opencode#47737',
    url: 'https://opencode.ai/oauth/opencode/client.json',
    document: {
      ...PUBLIC,
      client_name: 'opencode',
      client_uri: 'https://opencode.ai',
      application_type: 'native',
      token_endpoint_auth_methods_supported: ['none'],
      redirect_uris: [...LOOPBACK].reverse(),
    },
    sends: ['http://127.0.0.1:19876/callback'],
  },
  {
    name: 'Zed',
    source: 'the constant in its source; a table of September 2026',
    url: 'https://zed.dev/oauth/client-metadata.json',
    document: { ...PUBLIC, client_name: 'Zed', redirect_uris: ['http://127.0.0.1/callback'] },
    sends: ['http://127.0.0.1:27523/callback'],
    refused: ['http://localhost:27523/callback'],
  },
  {
    name: 'Goose',
    source: 'goose#8550',
    url: 'https://goose-docs.ai/oauth/client-metadata.json',
    document: { ...PUBLIC, client_name: 'Goose', redirect_uris: ['http://localhost'] },
    sends: ['http://localhost:40123', 'http://localhost:40123/'],
    refused: ['http://localhost:40123/oauth_callback'],
  },
];

const NOW = Date.UTC(2026, 10, 28);
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const PRESET = readAdmittedDocuments(['mcp']) ?? [];

describe.each(CLIENTS)('$name ($source)', ({ url, document, sends, refused = [], method }) => {
  const read = readClientDocument({
    url,
    text: JSON.stringify({ client_id: url, ...document }),
    serviceName: 'Latchkey',
  });
  const application = read.kind === 'read' ? documentApplication(url, read.document, { now: () => NOW }) : undefined;
  const send = (redirectUri: string, more: Record<string, string> = {}) => {
    const [platform] = application?.platforms ?? [];
    if (!application || !platform) throw new Error(`The document was refused: ${JSON.stringify(read)}`);
    const parameters = Parameters.parse(
      new URLSearchParams({
        ...{ client_id: url, redirect_uri: redirectUri, response_type: 'code', state: 's' },
        ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
        // Every client sends it, also where it is not supported.
        resource: 'https://mcp.example.com/mcp',
        ...more,
      }).toString(),
    );
    return checkRequest({
      ...{ parameters, queryBytes: 400, found: { application, platform }, hint: undefined },
      apiUrl: 'https://api.example.com',
    });
  };
  const scopeOf = (scope: Record<string, string>) => {
    const checked = send(sends[0] ?? '', scope);
    return checked.kind === 'valid' ? checked.request.scope : checked.kind;
  };

  it('is of the preset, and proves itself as its document says', () => {
    expect(admitsDocument(PRESET, url)).toBe(true);
    expect(application?.tokenEndpointAuthMethod).toBe(method);
  });

  it('is let in with each of its redirect URIs, and asked for each time', () => {
    for (const uri of sends) {
      expect(send(uri)).toMatchObject({
        kind: 'valid',
        request: { redirectUri: uri, native: true, codeChallenge: CHALLENGE },
      });
    }
  });

  it('is let in with no other', () => {
    for (const uri of [...refused, 'https://evil.example/callback'])
      expect(send(uri)).toMatchObject({ kind: 'refuse' });
  });

  it('asks for no scope, for offline_access by itself, and for the union of old and new ones', () => {
    expect(scopeOf({})).toBeUndefined();
    expect(scopeOf({ scope: 'offline_access' })).toEqual(['offline_access']);
    expect(scopeOf({ scope: 'openid mcp:read mcp:write offline_access email' })).toEqual(['openid', 'offline_access']);
  });

  it('is not let in without PKCE', () => {
    expect(send(sends[0] ?? '', { code_challenge: '' })).toMatchObject({ kind: 'return-error' });
  });
});
