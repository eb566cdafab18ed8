// The pages of the account, in the order of their menu (contract 27). To add one, add a name and its path here, its
// texts in the catalogues, and its contents in `http/account/page-contents.ts`.

const PATHS = {
  profile: '/account',
  security: '/account/security',
  devices: '/account/devices',
  // Applications link to it (contract 4, "Pages").
  applications: '/account/connections',
  activity: '/account/activity',
  data: '/account/data',
} as const;

export type AccountPageName = keyof typeof PATHS;

export const ACCOUNT_PAGES = Object.keys(PATHS) as readonly AccountPageName[];

export const accountPath = (page: AccountPageName): string => PATHS[page];

/** The person's own picture: shown to them alone, and where another one is uploaded. */
export const PICTURE_PATH = '/account/picture';

/** The form of language and time zone: its lists weigh as much as the page that leads to it. */
export const LANGUAGE_PATH = '/account/language';

/** Where every receipt is listed. */
export const RECEIPTS_PATH = '/account/receipts';

/** @param id of the application, or a route's parameter */
export const applicationPath = (id: string): string => `${PATHS.applications}/${id}`;
