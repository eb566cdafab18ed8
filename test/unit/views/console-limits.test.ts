// What is as full as it may be offers no form that would only be refused, and says so; with one place left the form is
// there.
import { expect, test } from 'vitest';
import { MAX_REDIRECT_URIS, MAX_SITE_DOMAINS } from '../../../src/core/applications/applications/application-faults.ts';
import { renderAddresses } from '../../../src/views/console/addresses.tsx';
import { enConsole } from '../../../src/views/messages/en/console.ts';
import { addressesProps, applicationPage, consoleContext, registered } from './console-states.ts';
import { times } from './people.ts';

const { full } = enConsole.addresses;

const page = (uris: number, domains: number): string => {
  const one = registered();
  const application = {
    ...one,
    platforms: one.platforms.map((entry) => ({
      ...entry,
      siteDomains: times(domains, (at) => `https://${at}.example`),
    })),
    redirectUris: times(uris, (at) => ({ id: `${at}`, redirectUri: `https://0.example/${at}`, createdAt: 0 })),
    postLogoutRedirectUris: times(uris, (at) => `https://0.example/bye/${at}`),
  };
  return renderAddresses(consoleContext('en'), applicationPage({ application }), addressesProps());
};

const forms = (html: string) =>
  ['redirect-uri', 'logout-uri', 'site-domain'].filter(
    (id) => html.includes(`id="${id}-`) && html.includes(`value="add-${id}"`),
  );

test('contract 3: as many redirect URIs, sign-out URIs and site domains as there may be: no form for another', () => {
  const html = page(MAX_REDIRECT_URIS, MAX_SITE_DOMAINS);
  expect(forms(html)).toEqual([]);
  expect(html.split(full)).toHaveLength(4);
});

test('contract 3: with one place left there is', () => {
  const html = page(MAX_REDIRECT_URIS - 1, MAX_SITE_DOMAINS - 1);
  expect(forms(html)).toEqual(['redirect-uri', 'logout-uri', 'site-domain']);
  expect(html).not.toContain(full);
});
