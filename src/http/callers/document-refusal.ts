// Why a client that nobody registered is not let in (contract 46). At the endpoints that applications call it is
// `invalid_client`; the browser gets a page (`http/flow/document-client.ts`).
import type { DocumentFault } from '../../core/applications/client-documents/client-document.ts';
import {
  type FoundDocumentClient,
  findDocumentClient,
} from '../../core/applications/client-documents/find-document-client.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { hostOfDocument, mayBeDocumentUrl } from '../../core/server/policy/document-url.ts';
import { invalidClient } from '../../protocol/errors.ts';
import type { RefusalReportedAs } from '../../protocol/refusals/refusals.ts';
import type { ErrorCode, RefusedDocument } from '../../views/page/page.ts';
import { tooManyRequests } from '../errors/http-error.ts';

type Code = RefusalReportedAs<'page'> & RefusalReportedAs<'invalid_client'> & ErrorCode;

/** `detail`: a public, English sentence. */
export type DocumentRefusal = { code: Code; detail: string; dropped: RefusedDocument['dropped'] };

const FAULTS: Readonly<Record<DocumentFault['kind'], string>> = {
  'not-json': 'it is no JSON object',
  'other-client-id': 'client_id inside is not its URL',
  secret: 'it holds a secret or a private key',
  'auth-method': 'token_endpoint_auth_method must be none or private_key_jwt',
  keys: 'private_key_jwt needs usable public keys, in jwks or at a jwks_uri',
  'no-redirect-uri': 'none of its redirect URIs is taken',
};

/** @returns undefined: nothing is refused. @throws 429 */
export function documentRefusal(url: string, found: FoundDocumentClient): DocumentRefusal | undefined {
  const host = hostOfDocument(url);
  switch (found.kind) {
    case 'none':
    case 'known':
      return undefined;
    case 'limited':
      throw tooManyRequests(found.seconds);
    case 'not-listed':
      return {
        code: 'document-not-listed',
        detail: `${url} is not in LATCHKEY_CLIENT_METADATA_DOCUMENTS of this server. Its operator can add ${host}.`,
        dropped: [],
      };
    case 'blocked':
      return { code: 'document-blocked', detail: `An operator of this server blocked ${host}.`, dropped: [] };
    case 'unreadable':
      return { code: 'document-unreadable', detail: `${url} could not be fetched: ${found.reason}.`, dropped: [] };
    case 'invalid': {
      const { fault } = found;
      const dropped = fault.kind === 'no-redirect-uri' ? fault.dropped : [];
      return {
        code: fault.kind === 'no-redirect-uri' ? 'document-redirect-uris' : 'document-invalid',
        detail: `${url} is refused: ${FAULTS[fault.kind]}.`,
        dropped: dropped.map((one) => ({ uri: one.uri, rule: one.fault })),
      };
    }
  }
}

/**
 * Before a client authenticates. @param client `signs`: with the keys that its document names now; `begins`: a request
 * @throws OAuthError `invalid_client`; 429; `Unavailable`
 */
export async function letInAtEndpoint(
  deps: Pick<Ports, 'clientDocuments' | 'fetchDocument' | 'clock' | 'rules' | 'serviceName'>,
  { apiKey, signs, begins }: { apiKey: string; signs: boolean; begins: boolean },
  network: string,
): Promise<void> {
  if (!mayBeDocumentUrl(apiKey)) return;
  const takes = signs || begins ? 'fresh-or-last' : 'kept';
  const refused = documentRefusal(apiKey, await findDocumentClient(deps, { clientId: apiKey, network, takes, begins }));
  if (refused) throw invalidClient(refused.code, refused.detail);
}
