// A `client_id` in an authorization request that is the URL of a document (contract 46): the document is fetched before
// anything else is asked of the client. A refusal is a page that names the client's host.
import type { FastifyRequest } from 'fastify';
import { findDocumentClient } from '../../core/applications/client-documents/find-document-client.ts';
import { hostOfDocument, mayBeDocumentUrl } from '../../core/server/policy/document-url.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { documentRefusal } from '../callers/document-refusal.ts';
import { httpError } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { logRefusal } from './refused-request.ts';

/** @throws HttpError: a page; `Unavailable` */
export async function letInDocumentClient(
  deps: AuthDeps,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<void> {
  const url = parameters.get('client_id');
  if (url === undefined || !mayBeDocumentUrl(url) || parameters.isDoubled('client_id')) return;
  const { network } = deps.clientAddressOf(request);
  const found = await findDocumentClient(deps.ports, { clientId: url, network, takes: 'fresh', begins: true });
  const refused = documentRefusal(url, found);
  if (!refused) return;
  const { code, detail, dropped } = refused;
  logRefusal(deps, request, { application: undefined, refusal: code, result: 'page' });
  throw httpError(400, detail, { page: code, document: { url, host: hostOfDocument(url), dropped } });
}
