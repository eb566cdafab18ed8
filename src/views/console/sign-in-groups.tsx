// Groups in the sign-in settings: whose members can sign in, and which the application receives (contract 31).

import type { GroupChoices } from '../../core/applications/groups/group-choices.ts';
import type { ShownGroup } from '../../core/people/groups/group.ts';
import type { GroupListName } from '../../core/people/groups/group-lists.ts';
import { GroupName, labelOf } from '../groups/group-name.tsx';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { NameText } from '../parts/words.tsx';
import { ConsoleFaultOf, ConsoleTick, type FormOf } from './parts/console-fields.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';

/** Texts in the page's language. */
export type SignInGroups = Omit<GroupChoices, 'outside'> & { outside: readonly { accountId: string; email: string }[] };

/** A list of an application, with its name in the form. */
export const GROUP_FIELDS = { allowedGroups: 'allowed_groups', groups: 'groups' } as const satisfies Readonly<
  Record<GroupListName, string>
>;

/** Name of the box of a group. */
export const groupBox = (list: GroupListName, group: string): string => `${GROUP_FIELDS[list]}-${group}`;

type Part = { page: ApplicationPage; groups: SignInGroups; messages: Messages };

const List = ({ of, list, page, groups }: Part & { of: FormOf; list: GroupListName }) => {
  const words = of.messages.groups.ofApplication;
  const { title, hint } = words[list];
  return (
    <fieldset id={`${of.id}-${GROUP_FIELDS[list]}`}>
      <legend>{title}</legend>
      <p class="hint">{hint}</p>
      {groups.choices.map((group) => (
        <ConsoleTick
          key={group.name}
          of={of}
          name={groupBox(list, group.name)}
          label={<GroupName of={group} />}
          hint={group.label === undefined ? undefined : group.name}
          current={page.application[list].includes(group.name)}
        />
      ))}
      <ConsoleFaultOf of={of} name={GROUP_FIELDS[list]} />
    </fieldset>
  );
};

/** Who of the team could not sign in: being in it gives nobody a right to sign in. */
export const TeamOutside = ({ groups, messages }: Pick<Part, 'groups' | 'messages'>) => {
  const words = messages.groups.ofApplication;
  if (groups.outside.length === 0) return null;
  return (
    <div class="notice warn">
      <div>
        <p>{words.outside}</p>
        <ul>
          {groups.outside.map(({ accountId, email }) => (
            <li key={accountId}>
              <NameText of={email} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};

const SEARCH_FORM = 'find-groups';

/** Stands outside of the settings, because a form is in no other; its fields belong to it by its id. */
export const GroupSearchForm = ({ page }: Pick<Part, 'page'>) => (
  <form id={SEARCH_FORM} method="get" action={ownPath(sectionPath(page.application.id, 'sign-in'))} />
);

const GroupSearch = ({ groups, messages }: Part) => {
  const words = messages.groups.ofApplication;
  return (
    <>
      <div class="search">
        <label class="unseen" for="q">
          {words.search}
        </label>
        <input
          id="q"
          name="q"
          form={SEARCH_FORM}
          type="search"
          value={groups.text}
          placeholder={words.search}
          maxLength={60}
        />
        <button type="submit" form={SEARCH_FORM} class="small">
          {messages.groups.find}
        </button>
      </div>
      <p class="hint">{words.searchHint}</p>
      {groups.noneFound ? <p class="hint">{words.noneFound}</p> : null}
    </>
  );
};

/** Open where it is used, searched, or has a fault; closed, it keeps its boxes. */
export const GroupFields = (part: Part & { of: FormOf }) => {
  const { of, page, groups, messages } = part;
  const words = messages.groups.ofApplication;
  const { audience, groups: received } = page.application;
  return (
    <details
      class="group"
      open={of.sent !== undefined || audience === 'groups' || received.length > 0 || groups.text !== ''}
    >
      <summary>{messages.groups.title}</summary>
      {groups.choices.length === 0 && !groups.more ? (
        <p class="hint" id={`${of.id}-${GROUP_FIELDS.allowedGroups}`}>
          {words.none} <ConsoleFaultOf of={of} name={GROUP_FIELDS.allowedGroups} />
        </p>
      ) : (
        <>
          <div class="columns">
            <List {...part} list="allowedGroups" />
            <List {...part} list="groups" />
          </div>
          {groups.more ? <GroupSearch {...part} /> : null}
        </>
      )}
    </details>
  );
};

/** The labels of those in the list, for whoever cannot edit it. */
export const namesIn = (list: readonly string[], choices: readonly ShownGroup[]): string | undefined => {
  const labels = list.map((name) =>
    labelOf(choices.find((group) => group.name === name) ?? { name, label: undefined }),
  );
  return labels.length === 0 ? undefined : labels.join(', ');
};
