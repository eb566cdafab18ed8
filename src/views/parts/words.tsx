// Shows names, and sentences with names in them. Each name is isolated, so that it cannot change the text around it.
import type { ComponentChildren } from 'preact';
import type { Name, Phrase } from '../page/phrase.ts';
import { contactHref, safeUrl, showName, showText } from '../page/safe-text.ts';

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

const Emphasised = ({ of }: { of: string }) => (
  <b>
    <NameText of={of} />
  </b>
);

/** A word too long for a phone, with places to break it. Breaking it anywhere would also part it from its particle. */
function breakable(name: string): ComponentChildren {
  if (!/\S{20}/u.test(name)) return name;
  // Shown names contain no line break.
  const pieces = name.replace(/\S{5}(?=[\p{L}\p{N}]\S{4})/gu, '$&\n').split('\n');
  return pieces.map((piece, at) => (at === 0 ? piece : [<wbr key={piece} />, piece]));
}

/** A Korean particle at the start of what follows a name. */
const PARTICLE = /^[\uAC00-\uD7A3(][\uAC00-\uD7A3()\u2060]*/;

/** A sentence of the catalogue, with its names emphasised. A particle stays on the line of its name. */
export const Words = ({ of }: { of: Phrase }) => (
  <>
    {of.map((part, at) => {
      const [before, after] = [of[at - 1], of[at + 1]];
      if (isName(part)) {
        const particle = typeof after === 'string' ? PARTICLE.exec(after)?.[0] : undefined;
        if (particle === undefined) return <Emphasised of={part.name} />;
        return (
          <span class="kept">
            <b>
              <bdi>{breakable(showName(part.name))}</bdi>
            </b>
            {`\u2060${particle}`}
          </span>
        );
      }
      return before !== undefined && isName(before) ? part.replace(PARTICLE, '') : part;
    })}
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
