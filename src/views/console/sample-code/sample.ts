// What ready-to-paste code is made from, and what the console shows of it. The code is text for other people's
// machines: whatever an owner wrote stands in it as a quoted value (`quote.ts`), never in a comment and never as code.

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

/** What stands in the code. */
export type SampleValues = {
  /** Of the application. */
  name: string;
  apiKey: string;
  /** As registered. */
  redirectUri: string;
  postLogoutRedirectUri: string | undefined;
  /** `openid` and the application's items. */
  scope: string;
  authUrl: string;
  apiUrl: string;
  /** The client secret, or what stands for it; undefined: this key is used without one. */
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
  /** What to type before the files are there, and to run them. */
  commands: string | undefined;
  files: readonly SampleFile[];
  /** Our tests run it as it stands, against this server. */
  tested: boolean;
  /** The library chooses where it is led back to: this URI has to be registered. */
  ownRedirectUri?: string;
  /** A page cannot keep the secret that this application must prove itself with. */
  secretIsPublic?: boolean;
};
