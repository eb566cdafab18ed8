// The values of sample code, and what the console shows of a sample. The code is text for other people's machines:
// whatever an owner wrote is in it as a quoted value (`quote.ts`), never in a comment and never as code.

export type SampleId =
  | 'curl'
  | 'openid-client'
  | 'auth-js'
  | 'passport'
  | 'spring-security'
  | 'authlib'
  | 'oidc-client-ts'
  | 'app-auth-android'
  | 'app-auth-ios'
  | 'flutter-app-auth';

/** Values in the code. */
export type SampleValues = {
  /** Name of the application. */
  name: string;
  apiKey: string;
  /** As registered. */
  redirectUri: string;
  postLogoutRedirectUri: string | undefined;
  /** `openid` and the application's items. */
  scope: string;
  authUrl: string;
  apiUrl: string;
  /** The client secret, or its placeholder; undefined: the key is used without one. */
  secret: string | undefined;
};

export type SampleFile = {
  /** Where it belongs, for example `sign-in.mjs`. */
  name: string;
  text: string;
};

export type Sample = {
  id: SampleId;
  /** Proper name, the same in every language. */
  title: string;
  /** Commands that install what the files need, and run them. */
  commands: string | undefined;
  files: readonly SampleFile[];
  /** Whether the tests run it unchanged, against this server. */
  tested: boolean;
  /** The redirect URI that the library chooses, which has to be registered. */
  ownRedirectUri?: string;
  /** The application requires a client secret, which a page cannot keep secret. */
  secretIsPublic?: boolean;
};
