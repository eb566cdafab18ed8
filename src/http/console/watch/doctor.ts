// GET /console/doctor: what `latchkey doctor` says of this installation, for operators alone (contract 29). It can name
// people, such as operators without a second factor, so the look is recorded.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DOCTOR, renderDoctor } from '../../../views/console/watch/doctor.tsx';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { enterAsOperator } from '../place.ts';

export const doctorRoutes = (deps: AuthDeps): Route[] => [
  {
    path: DOCTOR,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'look',
        handle: (request, reply) => show(deps, request, reply),
      },
    },
  },
];

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller } = await enterAsOperator(deps, request);
  await recordLook(deps.ports, request, { by: caller, action: 'doctor see' });
  const report = await deps.doctor();
  return sendPage(reply, renderDoctor(await pageContext(deps, request, reply), { report }));
}
