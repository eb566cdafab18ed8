// The spelling of a `client_id` that is a URL, and whose documents the setting takes (contract 46).
import { describe, expect, it } from 'vitest';
import { isClientHost } from '../../../../src/core/applications/client-documents/block-host.ts';
import { admitsDocument, readAdmittedDocuments } from '../../../../src/core/server/policy/admitted-documents.ts';
import { hostOfDocument, isDocumentUrl } from '../../../../src/core/server/policy/document-url.ts';
import { MCP_CLIENTS } from '../../../../src/core/server/policy/mcp-clients.ts';

describe('one spelling of a URL (contract 46)', () => {
  it.each([
    'https://claude.ai/oauth/claude-code-client-metadata',
    'https://client.example/a',
    'https://client.example:8443/oauth/client.json',
    'https://192.0.2.7/client',
    'https://[2606:4700::1111]/client',
    'https://xn--bcher-kva.example/client',
    'https://client.example/a//b/',
    "https://client.example/a:b@c!$&'()*+,;=~-._",
    'https://client.example/%C3%A9',
    'https://client.example/.well-known/client',
    'https://client.example/...',
    `https://client.example/${'a'.repeat(1000 - 'https://client.example/'.length)}`,
  ])('%s', (url) => expect(isDocumentUrl(url)).toBe(true));

  it.each<[string, string]>([
    ['no https', 'http://client.example/a'],
    ['another case of the scheme', 'HTTPS://client.example/a'],
    ['no path', 'https://client.example'],
    ['a path of / alone', 'https://client.example/'],
    ['a query', 'https://client.example/a?b=c'],
    ['an empty query', 'https://client.example/a?'],
    ['a fragment', 'https://client.example/a#b'],
    ['an empty fragment', 'https://client.example/a#'],
    ['a user', 'https://claude.ai@client.example/a'],
    ['a user and password', 'https://a:b@client.example/a'],
    ['an upper-case host', 'https://Client.example/a'],
    ['the default port', 'https://client.example:443/a'],
    ['an empty port', 'https://client.example:/a'],
    ['no number as port', 'https://client.example:a/a'],
    ['a port beyond all', 'https://client.example:65536/a'],
    ['no host', 'https:///a'],
    ['a host of one word', 'https://intranet/a'],
    ['a host that ends in a dot', 'https://client.example./a'],
    ['a host in letters that need a code', 'https://bücher.example/a'],
    ['an encoded host', 'https://client%2eexample/a'],
    ['a short address', 'https://127.1/a'],
    ['a hexadecimal address', 'https://0x7f000001/a'],
    ['a long IPv6 address', 'https://[0:0:0:0:0:0:0:1]/a'],
    ['a dot segment', 'https://client.example/a/./b'],
    ['two dots', 'https://client.example/a/../b'],
    ['two dots at the end', 'https://client.example/a/..'],
    ['encoded dots', 'https://client.example/a/%2e%2e/b'],
    ['encoded dots in upper case', 'https://client.example/a/%2E%2E/b'],
    ['an encoded letter', 'https://client.example/%61'],
    ['an encoded tilde', 'https://client.example/%7Ea'],
    ['lower-case digits of a percent sign', 'https://client.example/%c3%a9'],
    ['half a percent sign', 'https://client.example/%C'],
    ['a backslash', 'https://client.example\\a/b'],
    ['a space', 'https://client.example/a b'],
    ['a line', 'https://client.example/a\n'],
    ['a letter that needs a code', 'https://client.example/é'],
    ['more than 1,000 characters', `https://client.example/${'a'.repeat(1000)}`],
    ['an API key', '0123456789abcdef'],
    ['nothing', ''],
  ])('not with %s', (_, url) => expect(isDocumentUrl(url)).toBe(false));

  it('names the host with its port', () => {
    expect(hostOfDocument('https://client.example:8443/a/b')).toBe('client.example:8443');
  });

  it.each<[string, boolean]>([
    ['client.example', true],
    ['client.example:8443', true],
    ['192.0.2.7', true],
    ['[2606:4700::1111]', true],
    ['[2606:4700::1111]:8443', true],
    ['Client.example', false],
    ['client.example/a', false],
    ['client.example:443', false],
    ['intranet', false],
    ['', false],
  ])('whose host %s an operator can block: %s', (host, is) => expect(isClientHost(host)).toBe(is));
});

describe('the setting (contract 46)', () => {
  const read = (...entries: string[]) => readAdmittedDocuments(entries);
  it.each<[string[], readonly string[] | undefined]>([
    [[], []],
    [['off'], []],
    [['any'], ['https://']],
    [['claude.ai'], ['https://claude.ai/']],
    [['claude.ai:8443'], ['https://claude.ai:8443/']],
    [['https://claude.ai/'], ['https://claude.ai/']],
    [
      ['https://vscode.dev/oauth/', 'claude.ai'],
      ['https://vscode.dev/oauth/', 'https://claude.ai/'],
    ],
    [['mcp'], [...MCP_CLIENTS]],
    [['claude.ai', 'claude.ai'], ['https://claude.ai/']],
    [['off', 'claude.ai'], undefined],
    [['any', 'claude.ai'], undefined],
    [['https://claude.ai'], undefined],
    [['https://vscode.dev/oauth'], undefined],
    [['https://vscode.dev/oauth/?a=/'], undefined],
    [['https://'], undefined],
    [['http://claude.ai/'], undefined],
    [['Claude.ai'], undefined],
    [['*.claude.ai'], undefined],
    [['claude.ai/oauth/'], undefined],
    [['localhost'], undefined],
  ])('%j is %j', (entries, prefixes) => expect(read(...entries)).toEqual(prefixes));

  it.each<[string[], string, boolean]>([
    [['claude.ai'], 'https://claude.ai/oauth/a', true],
    [['claude.ai'], 'https://claude.ai.evil.example/a', false],
    [['claude.ai'], 'https://claude.ai:8443/a', false],
    [['claude.ai'], 'https://evil.example/claude.ai/a', false],
    [['claude.ai'], 'https://sub.claude.ai/a', false],
    [['https://vscode.dev/oauth/'], 'https://vscode.dev/oauth/client-metadata.json', true],
    [['https://vscode.dev/oauth/'], 'https://vscode.dev/oauth-else', false],
    [['https://vscode.dev/oauth/'], 'https://vscode.dev/other', false],
    [['any'], 'https://evil.example/a', true],
    [['off'], 'https://claude.ai/oauth/a', false],
    [['mcp'], 'https://chatgpt.com/oauth/codex/abc/client.json', true],
    [['mcp'], 'https://github.com/somebody/else/client.json', false],
    [['mcp'], 'https://apify.github.io/other/client.json', false],
  ])('%j takes %s: %s', (entries, url, taken) => {
    expect(isDocumentUrl(url)).toBe(true);
    expect(admitsDocument(read(...entries) ?? [], url)).toBe(taken);
  });

  it.each([...MCP_CLIENTS])('%s is the beginning of URLs', (prefix) => {
    expect(prefix.endsWith('/') && isDocumentUrl(`${prefix}a`)).toBe(true);
  });
});
