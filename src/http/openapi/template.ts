// The document at /openapi and the page made from it, with placeholders for the URLs of the hosts. The build writes
// them to files (build/build.js), and the built program reads those (built-template.ts) instead of loading this module
// and all that it imports.
import type { Ports } from '../../core/operating/ports.ts';
import { renderReference } from '../../views/developers/reference.tsx';
import type { Language } from '../../views/page/page.ts';
import { apiRoutes } from '../api/api-routes.ts';
import { describeHosts } from './document.ts';
import { openapiRoute, PLACEHOLDERS } from './openapi-route.ts';
import { OPERATIONS } from './operations.ts';
import { readReference } from './reference.ts';

/** The same for every host of this process. */
let template: string | undefined;

/** @throws Error if a route and its description do not match */
export const openapiTemplate = (): string => {
  template ??= JSON.stringify(describe());
  return template;
};

/** The contents of the page `/api-reference` in a language, with the same placeholders. */
export const referenceTemplate = (language: Language): string => renderReference(language, readReference(describe()));

function describe() {
  // Only handlers use ports, and none runs here.
  const ports = {} as Ports;
  const clientAddressOf = (): never => {
    throw new TypeError('No request is handled here');
  };
  return describeHosts(
    {
      ...PLACEHOLDERS,
      apiRoutes: apiRoutes(ports, { apiUrl: PLACEHOLDERS.apiUrl, clientAddressOf }),
      authRoutes: [openapiRoute('', PLACEHOLDERS)],
    },
    OPERATIONS,
  );
}
