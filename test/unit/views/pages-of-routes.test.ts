// Every page of the auth host is among the designed states, which the other tests prove and the gallery draws.
import { describe, expect, it } from 'vitest';
import { authRoutes } from '../../../src/http/hosts/auth-host.ts';
import { NO_PAGE, PAGES, pageOf } from './pages-of-routes.ts';
import { STATES } from './states.ts';

/** Routes are only read: what they need to answer is left out. */
const routes = authRoutes({
  deps: { ports: { rules: { clientDocuments: [] } }, authUrl: 'https://id.example', apiUrl: 'https://api.example' },
  files: { fixed: [], find: async () => undefined },
  settings: { publicUrl: 'https://id.example', requestsPerSecond: 1 },
} as unknown as Parameters<typeof authRoutes>[0]);
const paths = new Set(routes.map(({ path }) => path));
const owned = new Set(Object.keys(STATES).map(pageOf));

describe('pages: designed states', () => {
  it.each(routes.filter(({ errors, methods }) => errors === 'page' && methods.GET).map(({ path }) => path))(
    '%s has one, or is no page',
    (path) => {
      const names = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
      if (names === undefined) return expect(NO_PAGE).toHaveProperty([path]);
      const page = typeof names === 'string' ? names.replace(/^like /, '') : path;
      expect([...owned]).toContain(page);
    },
  );

  it('each belongs to a page that the host has', () => {
    expect(Object.keys(STATES).filter((state) => pageOf(state) === undefined)).toEqual([]);
    expect([...Object.keys(PAGES), ...Object.keys(NO_PAGE)].filter((path) => !paths.has(path))).toEqual([]);
  });

  it('no name is left of a state that is gone', () => {
    const names = Object.values(PAGES).flatMap((of) => (typeof of === 'string' ? [] : of));
    expect(names.filter((name) => !Object.keys(STATES).some((state) => state.startsWith(name)))).toEqual([]);
  });
});
