// Chooses the sample code of an application: one set for each implementation method, filled in with the key, redirect
// URI and items that the application has.
import type { Application, PlatformName } from '../../../core/applications/applications/application.ts';
import type { ImplementationMethod } from '../../../core/applications/applications/application-fields.ts';
import { appAuthAndroidSample, appAuthIosSample, flutterSample } from './app-auth.ts';
import { authlibSample } from './authlib.ts';
import { curlSample } from './curl.ts';
import { authJsSample, passportSample } from './node-frameworks.ts';
import { oidcClientTsSample } from './oidc-client-ts.ts';
import { openidClientSample } from './openid-client.ts';
import type { Sample, SampleValues } from './sample.ts';
import { springSecuritySample } from './spring-security.ts';

export type SampleSource = {
  application: Pick<
    Application,
    'name' | 'platforms' | 'redirectUris' | 'postLogoutRedirectUris' | 'consentItems' | 'clientSecretRequired'
  >;
  method: ImplementationMethod;
  authUrl: string;
  apiUrl: string;
  /** A client secret; undefined: a placeholder where one is needed. */
  secret?: string | undefined;
};

/** `missing`: what the application needs before there is any code. */
export type SamplesFor =
  | { kind: 'ready'; samples: readonly Sample[] }
  | { kind: 'missing'; what: 'redirect-uri' }
  | { kind: 'missing'; what: 'platform'; platforms: readonly PlatformName[] };

export const SECRET_PLACEHOLDER = 'YOUR_CLIENT_SECRET';

/** Platforms whose key the code of a method uses: the first entry that exists. */
const PLATFORMS_OF: Readonly<Record<ImplementationMethod, readonly PlatformName[]>> = {
  'REST API': ['Web'],
  JavaScript: ['Web'],
  Android: ['Android'],
  iOS: ['iOS'],
  Flutter: ['Android', 'iOS'],
};

/** In the order of the console. */
export const METHODS = Object.keys(PLATFORMS_OF) as readonly ImplementationMethod[];

const isWebUri = (uri: string): boolean => /^https?:/.test(uri);

export function samplesFor(source: SampleSource): SamplesFor {
  const { application, method } = source;
  const platforms = PLATFORMS_OF[method];
  const entries = platforms.flatMap((name) => application.platforms.filter(({ platform }) => platform === name));
  const [entry] = entries;
  if (!entry) return { kind: 'missing', what: 'platform', platforms };
  const isWeb = entry.platform === 'Web';
  const redirectUri = pickUri(
    application.redirectUris.map((registered) => registered.redirectUri),
    isWeb,
  );
  if (redirectUri === undefined) return { kind: 'missing', what: 'redirect-uri' };
  const values: SampleValues = {
    name: application.name,
    apiKey: entry.apiKey,
    redirectUri,
    postLogoutRedirectUri: pickUri(application.postLogoutRedirectUris, isWeb),
    scope: ['openid', ...application.consentItems.map(({ item }) => item)].join(' '),
    authUrl: source.authUrl,
    apiUrl: source.apiUrl,
    secret: isWeb && application.clientSecretRequired ? (source.secret ?? SECRET_PLACEHOLDER) : undefined,
  };
  const keyOf = (name: PlatformName) => entries.find(({ platform }) => platform === name)?.apiKey ?? entry.apiKey;
  const samples = {
    'REST API': () => [
      openidClientSample(values),
      curlSample(values),
      authJsSample(values),
      passportSample(values),
      springSecuritySample(values),
      authlibSample(values),
    ],
    JavaScript: () => [oidcClientTsSample(values), curlSample(values)],
    Android: () => [appAuthAndroidSample(values), curlSample(values)],
    iOS: () => [appAuthIosSample(values), curlSample(values)],
    Flutter: () => [flutterSample(values, { android: keyOf('Android'), ios: keyOf('iOS') }), curlSample(values)],
  }[method]();
  return { kind: 'ready', samples: samples.map((sample) => withoutRegistered(sample, application)) };
}

/** The redirect URI for a website, or for an app on a phone. */
function pickUri(uris: readonly string[], isWeb: boolean): string | undefined {
  return isWeb ? uris.find(isWebUri) : (uris.find((uri) => !isWebUri(uri)) ?? uris[0]);
}

/** Drops a library's own redirect URI if it is registered: then it needs no hint. */
function withoutRegistered(sample: Sample, { redirectUris }: SampleSource['application']): Sample {
  const { ownRedirectUri, ...rest } = sample;
  return redirectUris.some(({ redirectUri }) => redirectUri === ownRedirectUri) ? rest : sample;
}
