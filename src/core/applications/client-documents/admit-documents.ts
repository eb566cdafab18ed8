// Applications as this process finds them by their key: a client with a document only while the setting takes the
// document and nobody blocked its host (contract 46). To every other key this is one comparison.

import { type AdmittedDocuments, admitsDocument } from '../../server/policy/admitted-documents.ts';
import { mayBeDocumentUrl } from '../../server/policy/document-url.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import type { ApplicationStore } from '../applications/application-store.ts';

type Found = ApplicationByKey | undefined;

/** A client that is OFF does not exist: its codes and refreshes are `invalid_client`. */
export function withAdmittedDocuments(applications: ApplicationStore, admitted: AdmittedDocuments): ApplicationStore {
  const only =
    <Client extends Found>(find: (apiKey: string) => Promise<Client>) =>
    async (apiKey: string): Promise<Client | undefined> => {
      if (!mayBeDocumentUrl(apiKey)) return find(apiKey);
      const found = admitsDocument(admitted, apiKey) ? await find(apiKey) : undefined;
      return found?.application.loginActivation ? found : undefined;
    };
  const { findByApiKey, findClient } = applications;
  return { ...applications, findByApiKey: only(findByApiKey), findClient: only(findClient) };
}
