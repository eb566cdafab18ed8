// An edit of an API from a form of its page.
import type { Api } from '../../../core/applications/apis/api.ts';
import type { ApiDraft } from '../../../core/applications/apis/check-api.ts';
import { changeApi } from '../../../core/applications/apis/manage-apis.ts';
import type { ConsoleNotice } from '../../../views/console/parts/console-page.ts';
import { httpError } from '../../errors/http-error.ts';
import type { Work } from '../frame/acts-page.ts';
import type { ActOutcome } from '../frame/outcome.ts';
import { type FieldOf, notStored } from './api-form.ts';

/** `at`: the id. */
export type ApiWork = Work<string>;

/** @param edit `draft` may throw ChangedMeanwhile */
export async function changeInConsole(
  { ports, entered: { caller }, at: id }: ApiWork,
  edit: { draft: (current: Api) => ApiDraft; at: FieldOf; notice: ConsoleNotice },
): Promise<ActOutcome> {
  const changed = await changeApi(ports, { id, change: (current) => ({ draft: edit.draft(current) }), caller });
  switch (changed.kind) {
    case 'changed':
      return { kind: 'done', notice: edit.notice };
    case 'gone':
      throw httpError(404);
    default:
      return notStored(changed, edit.at);
  }
}
