// The applications of a group: which name it and how, which may, and the search for others (contract 31).

import type { GroupLook, LookedAtApplication } from '../../core/applications/groups/look-at-group.ts';
import type { NamingApplication } from '../../core/people/groups/group.ts';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { SearchForm } from '../console/parts/search-form.tsx';
import { sectionPath } from '../console/parts/sections.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { NameText } from '../parts/words.tsx';
import { groupPath } from './group-list.tsx';
import { RowForm } from './membership-forms.tsx';

/** Why the act was refused: these applications use the group, or nobody could sign in to them any more. */
export type Blocked = { kind: 'group-named' | 'group-empties'; applications: readonly NamingApplication[] };

/** What the forms beside an application do. */
export const ADD_APPLICATION = 'add-application';
export const REMOVE_APPLICATION = 'remove-application';

type Part = { props: ConsolePage & GroupLook & { blocked: Blocked | undefined }; messages: Messages };

const Name = ({ of, id }: { of: NamingApplication; id?: string }) => (
  <a id={id} href={ownPath(sectionPath(of.id, 'sign-in'))}>
    <NameText of={of.name} />
  </a>
);

export const BlockedBy = ({ blocked, messages }: { blocked: Blocked | undefined; messages: Messages }) =>
  blocked === undefined ? null : (
    <div class="notice warn">
      <div>
        <p>{messages.groups[blocked.kind === 'group-named' ? 'named' : 'namedOnly']}</p>
        <ul>
          {blocked.applications.map((one) => (
            <li key={one.id}>
              <Name of={one} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );

const usesText = ({ uses }: LookedAtApplication, { groups: { uses: words } }: Messages): string =>
  [uses?.receives && words.receives, uses?.admits && words.admits].filter(Boolean).join('\u00a0· ') || words.none;

/** @param props `kind`: of the list, so that an application can be in both */
const Row = ({
  of,
  kind,
  hint,
  props,
  messages,
}: Part & { of: NamingApplication & { isListed: boolean }; kind: 'now' | 'found'; hint?: string }) => {
  const id = `${kind}-${of.id}`;
  const place = { page: props, href: groupPath(props.group.id), messages, entry: of.id, describedBy: id };
  return (
    <li>
      <div>
        <Name of={of} id={id} />
        {hint === undefined ? null : <p class="hint">{hint}</p>}
      </div>
      {of.isListed ? (
        <RowForm {...place} action={REMOVE_APPLICATION} label={messages.groups.removeMember} />
      ) : kind === 'found' ? (
        <RowForm {...place} action={ADD_APPLICATION} label={messages.groups.addButton} />
      ) : null}
    </li>
  );
};

const Search = ({ props, messages }: Part) => {
  const { group, search } = props;
  const words = messages.groups.applicationSearch;
  return (
    <>
      <h2>{words.title}</h2>
      <SearchForm
        action={ownPath(groupPath(group.id))}
        label={words.text}
        button={messages.groups.find}
        text={search?.text}
        maxLength={60}
        autofocus={search !== undefined}
      />
      {search === undefined ? null : search.found.length === 0 ? (
        <p class="hint">{words.none}</p>
      ) : (
        <ul class="rows">
          {search.found.map((one) => (
            <Row key={one.id} of={one} kind="found" props={props} messages={messages} />
          ))}
        </ul>
      )}
      {search?.more ? <p class="hint">{words.more}</p> : null}
    </>
  );
};

export const GroupApplications = (part: Part) => {
  const { props, messages } = part;
  const { group, applications, moreApplications, blocked, confirmHref, sent } = props;
  const words = messages.groups;
  const isAny = group.applications === 'any';
  const none = isAny ? words.applicationsAnyNone : words.applicationsNone;
  return (
    <section class="card">
      <h2>{words.applications}</h2>
      {sent?.form.startsWith(REMOVE_APPLICATION) ? <BlockedBy blocked={blocked} messages={messages} /> : null}
      <p class="hint">{isAny ? words.applicationsAny : words.applicationsHint}</p>
      {applications.length === 0 ? <p class="hint">{none}</p> : null}
      <ul class="rows">
        {applications.map((one) => (
          <Row key={one.id} of={one} kind="now" hint={usesText(one, messages)} {...part} />
        ))}
      </ul>
      {moreApplications ? <p class="hint">{words.applicationsMore}</p> : null}
      {isAny || confirmHref !== undefined ? null : <Search {...part} />}
    </section>
  );
};
