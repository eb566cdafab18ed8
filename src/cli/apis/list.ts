// `latchkey apis list`: lists the APIs in order of creation.
import { MAX_APIS } from '../../core/applications/apis/api.ts';
import { apiJson } from '../../json/operator-api.ts';
import type { CommandContext } from '../frame/command.ts';
import type { ListEntry } from '../frame/print-list.ts';
import { withPorts } from '../frame/with-ports.ts';
import { namesOf } from './api-text.ts';

export function run(context: CommandContext): Promise<undefined> {
  return withPorts(context, async ({ apis }) => {
    const found = await apis.list({ after: '', limit: MAX_APIS });
    async function* entries(): AsyncGenerator<ListEntry> {
      for (const api of found) {
        const json = apiJson(api);
        yield { json, cells: [json.id, json.resource, json.name, namesOf(api), json.created_at] };
      }
    }
    return context.printList({ heading: ['ID', 'RESOURCE', 'NAME', 'SCOPES', 'CREATED'], entries: entries() });
  });
}
