// The document at /openapi as the built program serves it: read from a file that the build wrote, with the URLs of the
// hosts filled in (decision 14).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ports } from '../../../src/core/operating/ports.ts';
import { apiRoutes } from '../../../src/http/api/api-routes.ts';
import { describeHosts } from '../../../src/http/openapi/document.ts';
import { openapiRoute } from '../../../src/http/openapi/openapi-route.ts';
import { OPERATIONS } from '../../../src/http/openapi/operations.ts';
import { openapiTemplate, referenceTemplate } from '../../../src/http/openapi/template.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';
import { startServer } from '../../helpers/program.ts';
import type { TestServer } from '../../helpers/server.ts';

const readBuilt = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url)), 'utf8');

describe('the document of the built program', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('decision 14: is what the routes say, with the URLs of the server', async () => {
    const { apiUrl, authUrl } = server;
    const described = describeHosts(
      {
        apiUrl,
        authUrl,
        apiRoutes: apiRoutes({} as Ports, { apiUrl, clientAddressOf: () => undefined as never }),
        authRoutes: [openapiRoute('', server)],
      },
      OPERATIONS,
    );
    const response = await fetch(`${authUrl}/openapi`);
    expect(await response.text()).toBe(JSON.stringify(described));
  });

  it('decision 14: comes from the file of the build', () => {
    expect(readBuilt('http/openapi/template.json')).toBe(openapiTemplate());
  });

  it.each(LANGUAGES)('decision 14: so does the page made from it, in the language %s', async (language) => {
    const { apiUrl, authUrl } = server;
    const built = readBuilt(`http/openapi/reference-${language}.html`);
    expect(built).toBe(referenceTemplate(language));
    const page = await (await fetch(`${authUrl}/api-reference?ui_locales=${language}`)).text();
    expect(page).toContain(built.replaceAll('{api_url}', apiUrl).replaceAll('{auth_url}', authUrl));
  });

  it('decision 14: nothing that makes it is in the program', () => {
    expect(readBuilt('http/openapi/template.json')).toContain('operationId');
    expect(readBuilt('cli/program.cjs')).not.toContain('operationId');
  });
});
