// The sections of an application's pages in the console, in the groups and the order of their menu. To add a section,
// add a name here, its texts in the catalogues, and its section in `http/console/console.ts`.

export const SECTION_GROUPS = {
  setUp: ['overview', 'addresses', 'consent-items', 'sign-in'],
  build: ['sample-code', 'try-it', 'client-secrets'],
  watch: ['statistics', 'connections', 'events', 'audit'],
  manage: ['team', 'settings', 'removal'],
} as const;

export type SectionGroup = keyof typeof SECTION_GROUPS;
export type SectionName = (typeof SECTION_GROUPS)[SectionGroup][number];

export const SECTIONS: readonly SectionName[] = Object.values(SECTION_GROUPS).flat();

/** @param id of the application, or a route's parameter */
export const sectionPath = (id: string, section: SectionName): string =>
  section === 'overview' ? `/console/applications/${id}` : `/console/applications/${id}/${section}`;
