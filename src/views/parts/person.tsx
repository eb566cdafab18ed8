// The person a page is about: mark, nickname and email address, and the link to use another account.
import { PersonMark } from './application-mark.tsx';
import { ownPath } from './safe-text.ts';
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
