// The person a page is about: mark, nickname and email address, and the link to use another account.

import { ownPath } from '../page/safe-text.ts';
import { PersonMark } from './application-mark.tsx';
import { PersonText } from './words.tsx';

type PersonProps = {
  who: { email: string; nickname?: string | undefined };
  /** Names the section for screen readers. */
  label: string;
  /** Undefined: the application names this very person, or the page offers no other. */
  other?: { href: string; text: string } | undefined;
};

export const Person = ({ who: { email, nickname }, label, other }: PersonProps) => (
  <section class="person" aria-label={label}>
    <PersonMark name={nickname ?? email} />
    <span>
      <PersonText nickname={nickname} email={email} />
      {other === undefined ? null : <a href={ownPath(other.href)}>{other.text}</a>}
    </span>
  </section>
);
