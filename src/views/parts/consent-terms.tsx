// The foldable line of the consent page: who receives the data and under which terms, how long each item is kept, and
// that one may refuse.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentProps, PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { countryName } from './country-name.ts';
import { NameText, OwnersLink, ValueText } from './words.tsx';

type Props = { props: ConsentProps; messages: Messages; context: PageContext };

/** A name and what belongs to it, in a list of terms. */
export const Term = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Links = ({ props, messages }: Pick<Props, 'props' | 'messages'>) => {
  const { application } = props;
  const words = messages.consent;
  return (
    <p class="links">
      <OwnersLink href={application.privacyPolicyUri} text={words.privacy} newTab={messages.newTab} />
      <OwnersLink href={application.termsUri} text={words.terms} newTab={messages.newTab} />
      <OwnersLink href={application.homepageUri} text={words.homepage} newTab={messages.newTab} />
    </p>
  );
};

/** The company, or the application where its owner named none. */
const Recipient = ({ props, context }: Pick<Props, 'props' | 'context'>) => {
  const { name, companyName, companyCountry } = props.application;
  return (
    <>
      <NameText of={showName(companyName ?? name)} />
      {companyCountry === undefined ? null : ` (${countryName(companyCountry, context.language)})`}
    </>
  );
};

const Kept = ({ props, messages }: Pick<Props, 'props' | 'messages'>) => {
  const kept = props.items.filter(({ retention }) => retention !== undefined);
  if (kept.length === 0) return null;
  return (
    <Term name={messages.consent.kept}>
      <ul class="plain">
        {kept.map(({ item, retention = '' }) => (
          <li key={item}>
            {messages.items[item]}: <ValueText of={retention} />
          </li>
        ))}
      </ul>
    </Term>
  );
};

export const asksNothing = ({ items, scopes = [] }: Pick<ConsentProps, 'items' | 'scopes'>): boolean =>
  items.length + scopes.length === 0;

function refusalOf(props: ConsentProps, messages: Messages): string {
  const words = 'device' in props.to ? messages.devices : messages.consent;
  return asksNothing(props) ? words.refuseNothing : words.refuseHint;
}

/** One `Term` for each thing that people must know before they agree. */
export const ConsentTerms = ({ props, messages, context }: Props) => {
  const words = messages.consent;
  return (
    <details class="fold terms">
      <summary>{words.about}</summary>
      <dl>
        <Term name={words.recipient}>
          <Recipient props={props} context={context} />
          <Links props={props} messages={messages} />
        </Term>
        <Kept props={props} messages={messages} />
        <Term name={words.refuse}>{refusalOf(props, messages)}</Term>
      </dl>
    </details>
  );
};
