// GET /console/policy/looks.css?accent_color=…: the colours of light and of dark pages with an accent, as a style
// sheet. The page of the policy shows both beside each other, in the colour that is typed there.
import { looksOf } from '../../../views/assets/assets.ts';
import { LOOKS_PATH } from '../../../views/policy/sign-in-preview.tsx';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { enterAsOperator } from '../frame/console-context.ts';

export const looksRoute = (deps: AuthDeps): Route => ({
  path: LOOKS_PATH,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'harmless: shows no person',
      handle: async (request, reply) => {
        await enterAsOperator(deps, request);
        const color = queryOf(request).get('accent_color') ?? '';
        if (!/^#[0-9a-f]{6}$/i.test(color)) throw httpError(400, 'accent_color is a color as #rrggbb.');
        return reply.header('cache-control', 'no-store').type('text/css; charset=utf-8').send(looksOf(color));
      },
    },
  },
});
