// The sections of an application's pages in the console, in the order of their tabs. To add a section, add a name here,
// its texts in the catalogues, and its section in `http/console/console.ts`.

export const SECTIONS = [
  'overview',
  'settings',
  'addresses',
  'consent-items',
  'sample-code',
  'try-it',
  'client-secrets',
  'connections',
  'statistics',
  'team',
  'removal',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** @param id of the application, or a route's parameter */
export const sectionPath = (id: string, section: SectionName): string =>
  section === 'overview' ? `/console/applications/${id}` : `/console/applications/${id}/${section}`;
