// What every page has of its operator and of the build: the branding, and the paths of its files.

/** The operator's branding. */
export type Brand = {
  serviceName: string;
  /** `#rrggbb`; text on it is black or white, whichever contrasts more. */
  accentColor: string;
  /** Path of its logo; undefined: pages show a key. */
  logo?: string | undefined;
  /** Of the one on dark pages; undefined: the same. */
  logoDark?: string | undefined;
  /** Email address or https URI of the support; undefined: "the people who run this service". */
  supportContact: string | undefined;
  /** Pages of the service, linked in the footer: https, or http on a loopback host. */
  termsUrl?: string | undefined;
  privacyUrl?: string | undefined;
};

/** Paths of the files of `/assets/…`, which change with their contents; `icon`: of the browser's tab. */
export type AssetPaths = {
  style: string;
  script: string;
  /** Of the pages that ask for a passkey. */
  passkeyScript?: string;
  icon?: string;
  /** A second stylesheet for the account page and the catalogue; a third one and a script for the console. */
  wide?: string;
  consoleStyle?: string;
  consoleScript?: string;
  /** Fourth ones in the console: the policy's, with a script of its own, and that of what single sections have. */
  policyStyle?: string;
  policyScript?: string;
  sectionStyle?: string;
  /** A third one for the public pages for developers. */
  developersStyle?: string;
};
