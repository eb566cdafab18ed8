// An entry of the audit as a sentence, with names as links. Who and what is deleted has no name any more.
import { type ComponentChildren, Fragment } from 'preact';
import type { EntryNames } from '../../../core/operating/audit/name-entries.ts';
import type { EntryForMembers } from '../../../core/operating/audit/read-audit.ts';
import type { DescribedEntry } from '../../../core/server/audit/act.ts';
import type { AuditKind } from '../../../core/server/audit/audit-actions.ts';
import type { Messages } from '../../messages/messages-for.ts';
import { ownPath, showText } from '../../page/safe-text.ts';
import { NameText } from '../../parts/words.tsx';
import { sectionPath } from '../parts/sections.ts';
import { STAFF_PATHS } from '../parts/staff-pages.ts';

/** What the places of a sentence stand for. */
type Slots = Readonly<Record<'who' | 'app' | 'whom' | 'group' | 'invited', ComponentChildren>>;

/** A text of the catalogue with what its places stand for. */
export const Filled = ({ text, slots }: { text: string; slots: Readonly<Record<string, ComponentChildren>> }) => (
  <>
    {text.split(/\{(\w+)\}/).map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : slots[part]}</Fragment>
    ))}
  </>
);

const Named = ({ text, name, href }: { text: string; name: string; href?: string | undefined }) => {
  const shown = <NameText of={name} />;
  return (
    <Filled text={text} slots={{ name: href === undefined ? <b>{shown}</b> : <a href={ownPath(href)}>{shown}</a> }} />
  );
};

type Texts = { named: string; gone: string; none: string };

const named = (
  words: Texts,
  id: string | undefined,
  names: ReadonlyMap<string, string>,
  path: (id: string) => string,
) => {
  const name = id === undefined ? undefined : names.get(id);
  if (id === undefined) return words.none;
  return name === undefined ? words.gone : <Named text={words.named} name={name} href={path(id)} />;
};

const accountPath = (id: string): string => `${STAFF_PATHS.accounts}/${id}`;

function whoOf(entry: DescribedEntry, names: EntryNames, { audit: { who } }: Messages): ComponentChildren {
  const { role, accountId, tokenId = '', command, machineUser } = entry;
  const token = names.machineTokens.get(tokenId);
  if (accountId !== undefined) return named({ ...who, none: '' }, accountId, names.accounts, accountPath);
  if (command !== undefined) {
    return machineUser === undefined ? who.commandOfNobody : <Named text={who.command} name={machineUser} />;
  }
  return role === 'machine' && token !== undefined ? <Named text={who.token} name={token} /> : who.roles[role];
}

const invitedOf = (invited: EntryForMembers['invited'], { audit: { invited: words } }: Messages) =>
  invited === undefined ? words.none : <Named text={words[invited.role]} name={invited.email} />;

/** For operators. @param names undefined: whoever reads may learn roles alone, and no names */
export function slotsOf(entry: DescribedEntry, names: EntryNames | undefined, messages: Messages): Slots {
  const words = messages.audit;
  if (!names) {
    const { role, command } = entry;
    return {
      who: command === undefined ? words.who.roles[role] : words.who.commandOfNobody,
      ...{ app: words.app.none, whom: words.whom.none, group: words.group.none, invited: words.invited.none },
    };
  }
  return {
    who: whoOf(entry, names, messages),
    app: named(words.app, entry.applicationId, names.applications, (id) => sectionPath(id, 'overview')),
    whom: named(words.whom, entry.subjectId, names.accounts, accountPath),
    group: named(words.group, entry.entry, names.groups, (id) => `${STAFF_PATHS.groups}/${id}`),
    invited: invitedOf(names.invitations.get(entry.entry ?? ''), messages),
  };
}

/** For the team of the application: no ids, and no names of people outside it. */
export function slotsForMembers({ by, about, invited }: EntryForMembers, messages: Messages): Slots {
  const words = messages.audit;
  const whoElse = by.kind === 'someone' ? words.who.someone : by.kind === 'member' ? '' : words.who.roles[by.kind];
  return {
    who: by.kind === 'member' ? <Named text={words.who.named} name={by.email} /> : whoElse,
    app: words.app.here,
    whom: about === undefined ? words.whom.none : <Named text={words.whom.named} name={about} />,
    group: words.group.none,
    invited: invitedOf(invited, messages),
  };
}

export const Sentence = (props: {
  entry: { action: string; kind: AuditKind | undefined; refusal?: string | undefined };
  slots: Slots;
  messages: Messages;
}) => {
  const { action, kind, refusal } = props.entry;
  const words = props.messages.audit;
  const unknown = refusal === undefined ? words.unknown.done : words.unknown.refused;
  return (
    <>
      {refusal === undefined ? null : <span class="badge warn">{words.refused}</span>}{' '}
      <Filled
        text={kind === undefined ? unknown : words.sentences[kind]}
        slots={{ ...props.slots, action: <code>{showText(action)}</code> }}
      />
    </>
  );
};
