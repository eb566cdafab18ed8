// The menus beside the console's pages: of an application's sections, and of the pages of operators. On a narrow screen
// one button hides them. The button is a disclosure without contents: what follows it is shown while it is open, by the
// stylesheet alone, so also without JavaScript.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../../messages/messages-for.ts';
import { ownPath } from '../../page/safe-text.ts';
import { SECTION_GROUPS, type SectionGroup, type SectionName, sectionPath } from './sections.ts';
import { STAFF_GROUPS, STAFF_PATHS, type StaffGroup, type StaffPage, staffTitle } from './staff-pages.ts';

/** `current`: of the page that is open, or of the page that leads to it. */
type MenuLink = { href: string; text: string; current: 'page' | 'true' | undefined };
type MenuGroup = { name: string; title: string; links: readonly MenuLink[] };

const Group = ({ of: { name, title, links } }: { of: MenuGroup }) => (
  <div>
    <p id={`menu-${name}`}>{title}</p>
    <ul aria-labelledby={`menu-${name}`}>
      {links.map(({ href, text, current }) => (
        <li key={href}>
          <a href={ownPath(href)} aria-current={current}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** The menu's button, then what it opens: links around (the children), and the groups. */
const Menu = (props: {
  label: string;
  here: string;
  groups: readonly MenuGroup[];
  messages: Messages;
  children: ComponentChildren;
}) => (
  <>
    <details class="menu">
      <summary>
        {props.messages.console.menu} <b>{props.here}</b>
      </summary>
    </details>
    {props.children}
    <nav class="sections" aria-label={props.label}>
      {props.groups.map((group) => (
        <Group key={group.name} of={group} />
      ))}
    </nav>
  </>
);

/** Of an application. */
export const SectionMenu = (props: {
  id: string;
  here: SectionName;
  messages: Messages;
  children: ComponentChildren;
}) => {
  const { id, here, messages } = props;
  const words = messages.console;
  const groups = (Object.keys(SECTION_GROUPS) as SectionGroup[]).map((name) => ({
    ...{ name, title: words.groups[name] },
    links: SECTION_GROUPS[name].map((section) => ({
      ...{ href: sectionPath(id, section), text: words.sections[section] },
      current: section === here ? ('page' as const) : undefined,
    })),
  }));
  return (
    <Menu label={words.sectionsLabel} here={words.sections[here]} groups={groups} messages={messages}>
      {props.children}
    </Menu>
  );
};

/** @param props `page`: the one that is open; `within`: the one that leads to the page that is open */
export const StaffMenu = (props: {
  page: StaffPage | undefined;
  within: StaffPage | undefined;
  messages: Messages;
  children: ComponentChildren;
}) => {
  const { page, within, messages } = props;
  const words = messages.serverState;
  const here = page ?? within;
  const groups = (Object.keys(STAFF_GROUPS) as StaffGroup[]).map((name) => ({
    ...{ name, title: words.groups[name] },
    links: STAFF_GROUPS[name].map((one) => ({
      ...{ href: STAFF_PATHS[one], text: staffTitle(one, messages) },
      current: one === page ? ('page' as const) : one === within ? ('true' as const) : undefined,
    })),
  }));
  return (
    <Menu label={words.menu} here={here ? staffTitle(here, messages) : ''} groups={groups} messages={messages}>
      {props.children}
    </Menu>
  );
};
