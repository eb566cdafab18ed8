// The menu of an application's pages: beside them on a wide screen, behind one button on a narrow one. The button is a
// disclosure without contents: what follows it is shown while it is open, by the stylesheet alone, so also without
// JavaScript.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../../messages/messages-for.ts';
import { ownPath } from '../../parts/safe-text.ts';
import { SECTION_GROUPS, type SectionGroup, type SectionName, sectionPath } from './sections.ts';

type Part = { id: string; here: SectionName; messages: Messages };

const Group = ({ id, here, group, messages }: Part & { group: SectionGroup }) => {
  const words = messages.console;
  return (
    <div>
      <p id={`menu-${group}`}>{words.groups[group]}</p>
      <ul aria-labelledby={`menu-${group}`}>
        {SECTION_GROUPS[group].map((section) => (
          <li key={section}>
            <a href={ownPath(sectionPath(id, section))} aria-current={section === here ? 'page' : undefined}>
              {words.sections[section]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The menu's button, then what it opens: links around the application (the children), and its sections. */
export const SectionMenu = ({ children, ...part }: Part & { children: ComponentChildren }) => {
  const words = part.messages.console;
  return (
    <>
      <details class="menu">
        <summary>
          {words.menu} <b>{words.sections[part.here]}</b>
        </summary>
      </details>
      {children}
      <nav class="sections" aria-label={words.sectionsLabel}>
        {(Object.keys(SECTION_GROUPS) as SectionGroup[]).map((group) => (
          <Group key={group} group={group} {...part} />
        ))}
      </nav>
    </>
  );
};
