// The application that a client with a document is to the rest of the code (decision 89): nobody owns it, its only API
// key is the URL of the document, and it has no consent item, group or site domain. PKCE is demanded.

import type { Clock } from '../../ground/clock.ts';
import { newId } from '../../ground/secrets.ts';
import type { Application } from '../applications/application.ts';
import { ALL_FIELDS } from '../applications/application-fields.ts';
import { checkFields } from '../applications/check-fields.ts';
import type { ClientDocument } from './client-document.ts';

export function documentApplication(url: string, document: ClientDocument, clock: Clock): Application {
  const now = clock.now();
  const { name, redirectUris, tokenEndpointAuthMethod, jwks, jwksUri } = document;
  return {
    ...checkFields(ALL_FIELDS, { requirePkce: true }, []),
    ...{ tokenEndpointAuthMethod, jwks, jwksUri },
    id: newId(clock),
    ownerId: undefined,
    documentUrl: url,
    name,
    translations: undefined,
    loginActivation: true,
    groups: [],
    allowedGroups: [],
    platforms: [
      {
        id: newId(clock),
        platform: 'Web',
        apiKey: url,
        siteDomains: [],
        packageName: undefined,
        bundleId: undefined,
        createdAt: now,
      },
    ],
    redirectUris: redirectUris.map((redirectUri) => ({ id: newId(clock), redirectUri, createdAt: now })),
    consentItems: [],
    apiScopes: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: undefined,
    logoHash: undefined,
    recordsEvents: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** Whether the application is a client that nobody registered. */
export const isOfDocument = ({ documentUrl }: Pick<Application, 'documentUrl'>): boolean => documentUrl !== undefined;
