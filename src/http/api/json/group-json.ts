// What operators send of a group, for core to check, with the faults of its shape (contract 31).
import type { SentEntry } from '../../../core/applications/applications/change-parts.ts';
import type { GroupDraft } from '../../../core/people/groups/check-group.ts';
import { groupSchema } from '../../../schema/api/group.ts';
import { readWith } from '../../../schema/read.ts';

export function readGroup(body: unknown): SentEntry<GroupDraft> {
  const { value: draft = {}, faults } = readWith(groupSchema(), body);
  return { draft, faults };
}
