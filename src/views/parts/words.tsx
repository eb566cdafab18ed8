// Shows names, and sentences with names in them. Each name is isolated, so that it cannot change the text around it.
import type { Name, Phrase } from '../messages/phrase.ts';
import { contactHref, safeUrl, showName, showText } from './safe-text.ts';

/** A name chosen by a stranger, in its own direction. */
export const NameText = ({ of }: { of: string }) => <bdi>{showName(of)}</bdi>;

/** A person's own value, not shortened, in its own direction. */
export const ValueText = ({ of }: { of: string }) => <bdi>{showText(of)}</bdi>;

/** A person: the nickname, if there is one, and the email address. */
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

/** A sentence of the catalogue, with its names emphasised. */
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

/** A link that an application's owner gave; nothing if it is not https. */
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

/** The operator's contact, as a link if it can be one. */
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
