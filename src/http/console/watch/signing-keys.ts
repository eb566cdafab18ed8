// GET /console/signing-keys: what each signing key does now and until when, for operators alone (contract 29). Private
// halves of keys are not told.
import { describeKeys } from '../../../core/server/keys/describe-keys.ts';
import { renderSigningKeys, SIGNING_KEYS } from '../../../views/console/watch/signing-keys.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { shownPage } from '../frame/shown-page.ts';

export const signingKeyRoutes = (deps: AuthDeps): Route[] => [
  shownPage(deps, { path: SIGNING_KEYS, audit: 'harmless: shows no person', show }),
];

async function show({ ports: { keys, clock, rules } }: AuthDeps) {
  const algorithms = describeKeys(await keys.list(), clock.now(), rules);
  return (context: PageContext) => renderSigningKeys(context, { algorithms });
}
