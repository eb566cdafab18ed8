// …/connections: the people connected to the application, identified only by the `sub` they have there.
import { endConnection, listConnections } from '../../../core/applications/connections/application-connections.ts';
import { sectionPath } from '../../../views/console/parts/sections.ts';
import { renderConnections } from '../../../views/console/watch/connections.tsx';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { readCursor, toCursor } from '../../wire/cursor.ts';
import type { Section } from '../frame/console-section.ts';
import { readAfter } from '../frame/read-after.ts';

const PAGE_SIZE = 15;

export const connectionsSection: Section<'connections'> = {
  name: 'connections',
  audit: 'look',
  actions: {
    unlink: {
      need: 'change',
      confirm: 'required',
      act: async ({ deps, place, form }) => {
        const { caller, application } = place;
        // A connection that is already gone counts as ended.
        await endConnection(deps.ports, { caller, applicationId: application.id, sub: form.get('entry') ?? '' });
        return { kind: 'done', notice: 'unlinked' };
      },
    },
  },
  render: async (context, page, { deps, request, place }) => {
    const { caller, application } = place;
    const { secrets } = deps.ports;
    const list = { path: sectionPath(application.id, 'connections') };
    const after = readCursor(readAfter(request, /^[0-9a-f]+$/) ?? '', secrets, list);
    const found = await listConnections(deps.ports, {
      caller,
      applicationId: application.id,
      after,
      limit: PAGE_SIZE,
    });
    if (!found) throw httpError(404);
    const look = { by: caller, action: 'connections see' as const, applicationId: application.id };
    await recordLook(deps.ports, request, look);
    const { users, next } = found;
    return renderConnections(context, page, {
      users,
      later: after !== undefined,
      nextAfter: next && toCursor(next, secrets, list),
    });
  },
};
