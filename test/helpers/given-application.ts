// An application without HTTP: what `POST /applications` does, asked of its use case.
import { registerApplication } from '../../src/core/applications/applications/register-application.ts';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { readApplication } from '../../src/http/api/json/application-json.ts';
import { createRequestIds } from '../../src/http/log/request-id.ts';
import { applicationJson } from '../../src/json/application.ts';
import type { Hosts } from './hosts.ts';
import type { Owner, RegisteredApplication } from './server.ts';

const nextRequestId = createRequestIds();

/** Registers for the owner of the API token, and records that in the audit. @param body as in contract 3 */
export async function registerByUseCase(
  { ports }: Hosts,
  { apiToken }: Pick<Owner, 'apiToken'>,
  body: unknown,
): Promise<RegisteredApplication> {
  const caller = await ports.apiTokens.findCaller(hashSecret(apiToken), ports.clock.now());
  if (!caller?.accountId) throw new Error('The API token is nobody’s');
  const { accountId: ownerId, role, tokenId } = caller;
  await ports.apiTokens.touch(tokenId, ports.clock.now());
  const actor = { role, accountId: ownerId, tokenId, address: '127.0.0.1', requestId: nextRequestId() };
  const { draft, faults } = readApplication(JSON.parse(JSON.stringify(body)));
  const registration = await registerApplication(ports.recording({ actor, action: 'POST /applications' }), {
    ownerId,
    draft,
    readingFaults: faults,
  });
  if (registration.kind !== 'registered') throw new Error(JSON.stringify(registration));
  return applicationJson(registration.application, ports.issuer);
}
