// The foldable line of the consent page: who receives the data, under which terms, and that one may refuse.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentProps } from './page.ts';
import { showName } from './safe-text.ts';
import { NameText, OwnersLink } from './words.tsx';

type Props = { props: ConsentProps; messages: Messages };

const Term = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Links = ({ props, messages }: Props) => {
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

/** One `Term` for each thing that people must know before they agree. */
export const ConsentTerms = ({ props, messages }: Props) => {
  const words = messages.consent;
  return (
    <details class="fold terms">
      <summary>{words.about}</summary>
      <dl>
        <Term name={words.recipient}>
          <NameText of={showName(props.application.name)} />
          <Links props={props} messages={messages} />
        </Term>
        <Term name={words.refuse}>{props.items.length === 0 ? words.refuseNothing : words.refuseHint}</Term>
      </dl>
    </details>
  );
};
