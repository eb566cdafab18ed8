// …/removal: deletes the application and everything issued under it. It needs the role of owner and a confirmation.
import { removeApplication } from '../../core/applications/applications/remove-application.ts';
import { renderRemoval } from '../../views/console/removal.tsx';
import { httpError } from '../errors/http-error.ts';
import type { Section, Work } from './frame/console-section.ts';
import { requireVersion } from './frame/edit-in-console.ts';
import type { ActOutcome } from './frame/outcome.ts';

async function remove({ deps, place, form }: Work): Promise<ActOutcome> {
  const { caller, application } = place;
  const allow = (current: typeof application) => requireVersion(form, current);
  if (!(await removeApplication(deps.ports, { caller, id: application.id, allow }))) throw httpError(404);
  return { kind: 'done', notice: 'application-removed', path: '/console' };
}

export const removalSection: Section<'removal'> = {
  name: 'removal',
  audit: 'harmless: shows the application',
  actions: { remove: { need: 'own', confirm: 'required', act: remove } },
  render: async (context, page) => renderRemoval(context, page),
};
