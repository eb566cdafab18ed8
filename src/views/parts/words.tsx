// Shows names and sentences with names in them: each name isolated, so that its direction and characters stay its own.
import type { Name, Phrase } from '../messages/phrase.ts';
import { contactHref, safeUrl, showName, showText } from './safe-text.ts';

/** A name that strangers chose, in its own direction. */
export const NameText = ({ of }: { of: string }) => <bdi>{showName(of)}</bdi>;

/** A value of the person's own, whole, in its own direction. */
export const ValueText = ({ of }: { of: string }) => <bdi>{showText(of)}</bdi>;

/** Who somebody is: the nickname where there is one, and the e-mail address. */
export const PersonText = ({ nickname, email }: { nickname?: string | undefined; email: string }) => (
  <>
    {nickname === undefined ? null : (
      <b>
        <NameText of={nickname} />
      </b>
    )}
    <ValueText of={email} />
  </>
);

const isName = (part: string | Name): part is Name => typeof part !== 'string';

/** Our words with names emphasised. */
export const Words = ({ of }: { of: Phrase }) => (
  <>
    {of.map((part) =>
      isName(part) ? (
        <b>
          <NameText of={part.name} />
        </b>
      ) : (
        part
      ),
    )}
  </>
);

/** A link an application's owner gave; nothing at all when it is not https. */
export const OwnersLink = ({ href, text, newTab }: { href: string | undefined; text: string; newTab: string }) => {
  const safe = safeUrl(href);
  if (safe === undefined) return null;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      {text}
      <span class="unseen"> {newTab}</span>
    </a>
  );
};

/** The operator's contact: a link where it can be one. */
export const Contact = ({ contact }: { contact: string }) => {
  const href = contactHref(contact);
  const text = showName(contact.replace(/^(mailto:|https:\/\/)/i, ''));
  if (href === undefined) return <bdi>{text}</bdi>;
  return (
    <a href={href} rel="noopener noreferrer">
      <bdi>{text}</bdi>
    </a>
  );
};
