// What all edits of an application share: the caller, the application in the path, and the responses to refusals.
import type { FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import {
  editApplication,
  type StoredConflict,
  type WantedChange,
} from '../../core/applications/applications/edit-application.ts';
import { callerOf } from '../callers/access.ts';
import { httpError, InputError } from '../errors/http-error.ts';
import { portsOf } from './logged-route.ts';

/** An English sentence for each. */
export const describeConflicts = (conflicts: readonly StoredConflict[]): string =>
  conflicts
    .map(({ fault, stored }) =>
      stored.length === 0 ? fault.detail : `Already registered: ${stored.join(', ')}. ${fault.detail}`,
    )
    .join(' ');

/**
 * Edits the application in the path.
 * @param change is called again if the application changes meanwhile, so that its checks (`If-Match`) hold at the
 *   moment of the write
 * @throws 404, 400 with pointers, 409, and what `change` throws
 */
export async function performEdit(
  request: FastifyRequest,
  change: (current: Application) => WantedChange,
): Promise<Application> {
  const { id } = request.params as { id: string };
  const edit = await editApplication(portsOf(request), { caller: callerOf(request), id, change });
  switch (edit.kind) {
    case 'edited':
      return edit.application;
    case 'gone':
      throw httpError(404);
    case 'refused':
      throw new InputError(edit.faults);
    case 'conflict':
      throw httpError(409, describeConflicts(edit.conflicts));
  }
}
