// …/client-secrets: making or ending a secret needs a confirmation, and a new secret is shown once (cases N4, N12).
import { createClientSecret } from '../../core/applications/client-secrets/create-client-secret.ts';
import { findClientSecrets } from '../../core/applications/client-secrets/find-client-secrets.ts';
import { removeClientSecret } from '../../core/applications/client-secrets/remove-client-secrets.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { renderClientSecrets } from '../../views/console/client-secrets.tsx';
import { SECRET_DAYS } from '../../views/console/parts/secret-days.ts';
import { httpError } from '../errors/http-error.ts';
import { noteChange } from '../log/logged-change.ts';
import type { Section, Work } from './frame/console-section.ts';
import { findCreatedSecret, storeCreatedSecret } from './frame/created-secret.ts';
import { type ActOutcome, changedMeanwhile, refused, refusedNow } from './frame/outcome.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const CONFLICTS: Readonly<Record<'no-web-entry' | 'too-many', Fault>> = {
  'no-web-entry': { path: [], code: 'secret-no-web-entry', detail: 'A client secret requires a Web platform entry.' },
  'too-many': {
    path: [],
    code: 'secrets-too-many',
    detail: 'The application already has two active client secrets. Delete one first.',
  },
};

const listOf = async ({ deps, place }: Pick<Work, 'deps' | 'place'>) => {
  const secrets = await findClientSecrets(deps.ports, { caller: place.caller, applicationId: place.application.id });
  if (!secrets) throw httpError(404);
  return secrets;
};

async function create(work: Work): Promise<ActOutcome> {
  const { deps, request, place, form } = work;
  const wanted = SECRET_DAYS.find((days) => String(days) === form.get('days'));
  if (wanted === undefined) {
    return refused([{ path: ['days'], code: 'value-missing', detail: 'Choose when the secret expires.' }]);
  }
  const newest = form.get('newest') ?? '';
  const creation = await createClientSecret(deps.ports, {
    caller: place.caller,
    applicationId: place.application.id,
    expiresAt: wanted === 0 ? undefined : deps.ports.clock.now() + wanted * DAY_MS,
    newest,
  });
  switch (creation.kind) {
    case 'created':
      noteChange(request, { entry: creation.clientSecret.id });
      return storeCreatedSecret(deps, request, place, { secret: creation.secret, form: newest });
    case 'changed':
      return findCreatedSecret(deps, request, place, newest);
    case 'refused':
      return refused(creation.faults);
    case 'no-application':
      throw httpError(404);
    default:
      return refusedNow([CONFLICTS[creation.kind]]);
  }
}

async function remove({ deps, place, form }: Work): Promise<ActOutcome> {
  const { caller, application } = place;
  const secret = { caller, applicationId: application.id, id: form.get('entry') ?? '' };
  const removed = await removeClientSecret(deps.ports, secret);
  return removed ? { kind: 'done', notice: 'secret-removed' } : changedMeanwhile;
}

export const clientSecretsSection: Section<'client-secrets'> = {
  name: 'client-secrets',
  audit: 'harmless: shows the application',
  shows: 'made',
  actions: {
    create: { need: 'change', confirm: 'required', act: create },
    remove: { need: 'change', confirm: 'required', act: remove },
  },
  render: async (context, page, at) =>
    renderClientSecrets(context, page, { secrets: await listOf(at), now: at.deps.ports.clock.now() }),
};
