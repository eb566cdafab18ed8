// The contents of the consent page: who asks, for which items and why, and the buttons to agree and to cancel. The
// console shows it as a preview in which nothing can be clicked.

import type { Messages } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import type { ConsentProps } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { ConsentGroups, type GroupsProps, hasAgreeAll, isAdded } from './consent-groups.tsx';
import { asksNothing, ConsentTerms } from './consent-terms.tsx';
import { DeviceWarning } from './device-warning.tsx';
import { DocumentWarning } from './document-warning.tsx';
import { FaultSummary } from './faults.tsx';
import { Cancel, Form, Primary } from './form.tsx';
import { Heading } from './heading.tsx';
import { Person } from './person.tsx';
import { Words } from './words.tsx';

/** Hidden field beside the CSRF token: the token of the person the page was shown to. */
export const SHOWN_TO_FIELD = 'shown_to';

/** Where the person changes later what they agreed to. */
/** Where people disconnect applications. */
export const CONNECTIONS = accountPath('applications');

const ledeOf = (props: ConsentProps, service: string, messages: Messages) => {
  const words = messages.consent;
  const name = showName(props.application.name);
  if (asksNothing(props)) return words.nothing(name);
  if (props.items.length === 0) return words.asksScopes(name);
  if (props.firstTime) return words.asks(name, showName(service));
  return isAdded(props) ? words.asksMore(name) : words.asksAgain(name);
};

/** The button to agree comes first, so that Enter agrees; on a phone both stay in sight. */
const Buttons = ({ context, props, messages }: GroupsProps) => {
  const words = messages.consent;
  return (
    <div class="buttons stay">
      <Primary name="action" value="agree" text={asksNothing(props) ? words.goOn : words.agree} />
      {hasAgreeAll(props, context) ? (
        <noscript>
          <button type="submit" class="secondary" name="action" value="agree-all">
            {words.agreeAll}
          </button>
        </noscript>
      ) : null}
      <Cancel text={messages.cancel} />
    </div>
  );
};

/** Looks like the buttons, but submits nothing: a preview has no form. */
const PreviewButtons = ({ messages }: GroupsProps) => (
  <div class="buttons">
    <span class="primary">{messages.consent.agree}</span>
    <span class="secondary">{messages.cancel}</span>
  </div>
);

const ConsentForm = (card: GroupsProps) => {
  if (card.preview) {
    return (
      <div>
        <ConsentGroups {...card} />
        <ConsentTerms {...card} />
        <PreviewButtons {...card} />
      </div>
    );
  }
  return (
    <Form action={card.props.action} csrf={card.props.csrf}>
      {card.props.shownTo === undefined ? null : (
        <input type="hidden" name={SHOWN_TO_FIELD} value={card.props.shownTo} />
      )}
      <ConsentGroups {...card} />
      <ConsentTerms {...card} />
      <Buttons {...card} />
    </Form>
  );
};

export const ConsentCard = (card: GroupsProps) => {
  const { context, props, messages, preview } = card;
  const words = messages.consent;
  const name = showName(props.application.name);
  const device = 'device' in props.to ? props.to.device : undefined;
  return (
    <div class="card">
      <Heading
        application={name}
        logo={props.application.logo}
        title={<Words of={device === undefined ? words.heading(name) : messages.devices.heading(name)} />}
        lede={ledeOf(props, context.brand.serviceName, messages)}
        within={preview !== undefined}
      />
      <FaultSummary faults={props.faults} messages={messages} />
      {props.document !== undefined && 'host' in props.to ? (
        <DocumentWarning document={props.document} name={name} to={props.to.host} messages={messages} />
      ) : null}
      {device === undefined ? null : <DeviceWarning code={device} messages={messages} />}
      <Person
        who={props.signedIn}
        label={words.account}
        other={{ href: props.otherAccountHref, text: words.otherAccount }}
      />
      <ConsentForm {...card} />
      <div class="fine">
        <p>{'host' in props.to ? <Words of={words.goTo(props.to.host)} /> : messages.devices.goesOn}</p>
        <p>
          <a href={CONNECTIONS} target="_blank" rel="noopener">
            {asksNothing(props) ? words.laterNothing : words.later}
            <span class="unseen"> {messages.newTab}</span>
          </a>
        </p>
      </div>
    </div>
  );
};
