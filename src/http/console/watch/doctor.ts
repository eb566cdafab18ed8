// GET /console/doctor: what `latchkey doctor` says of this installation, for operators alone (contract 29). It can name
// people, such as operators without a second factor, so the look is recorded.
import type { FastifyRequest } from 'fastify';
import { DOCTOR, renderDoctor } from '../../../views/console/watch/doctor.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import type { ConsoleContext } from '../frame/console-context.ts';
import { shownPage } from '../frame/shown-page.ts';

export const doctorRoutes = (deps: AuthDeps): Route[] => [shownPage(deps, { path: DOCTOR, audit: 'look', show })];

async function show(deps: AuthDeps, request: FastifyRequest, { caller }: ConsoleContext) {
  await recordLook(deps.ports, request, { by: caller, action: 'doctor see' });
  const report = await deps.doctor();
  return (context: PageContext) => renderDoctor(context, { report });
}
