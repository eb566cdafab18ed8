// All groups of the person, which only operators change (contract 31). Nothing is shown to whoever is in none.

import { GroupName } from '../groups/group-name.tsx';
import { ValueText } from '../parts/words.tsx';
import type { ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

export const GroupsSection = ({ props: { groups }, messages }: AccountSectionProps<ProfilePage>) => {
  const words = messages.groups;
  if (groups.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.own}</h2>
      <p class="hint">{words.ownHint}</p>
      <ul class="rows">
        {groups.map((group) => (
          <li key={group.id}>
            <div>
              <b>
                <GroupName of={group} />
              </b>
              {group.description === undefined ? null : (
                <p class="hint">
                  <ValueText of={group.description} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
