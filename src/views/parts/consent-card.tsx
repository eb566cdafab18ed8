// The contents of the consent page: who asks, for which items and why, and the buttons to agree and to cancel. The
// console shows it as a preview in which nothing can be clicked.
import type { ConsentItemName } from '../../core/consent/catalogue.ts';
import type { Messages } from '../messages/messages-for.ts';
import { PersonMark } from './application-mark.tsx';
import { ConsentItem } from './consent-item.tsx';
import { ConsentRecipient } from './consent-recipient.tsx';
import { FaultSummary, firstFaultyField } from './faults.tsx';
import { Cancel, Form, Primary } from './form.tsx';
import { Heading } from './heading.tsx';
import type { ConsentItemRow, ConsentProps, PageContext } from './page.ts';
import { ownPath, showName } from './safe-text.ts';
import { OwnersLink, PersonText, Words } from './words.tsx';

/** Hidden field beside the CSRF token: the token of the person the page was shown to. */
export const SHOWN_TO_FIELD = 'shown_to';

const Person = ({ props, messages }: { props: ConsentProps; messages: Messages }) => {
  const { email, nickname } = props.signedIn;
  return (
    <section class="person" aria-label={messages.consent.account}>
      <PersonMark name={nickname ?? email} />
      <span>
        <PersonText nickname={nickname} email={email} />
        <a href={ownPath(props.otherAccountHref)}>{messages.consent.otherAccount}</a>
      </span>
    </section>
  );
};

type CardProps = {
  context: PageContext;
  props: ConsentProps;
  messages: Messages;
  /** Set in a preview: these items are not asked for yet, and stay hidden. */
  preview?: { hidden: ReadonlySet<ConsentItemName> };
};
type GroupProps = CardProps & { kind: 'required' | 'optional' };

/** Ticks every box of its group, with JavaScript. Without it, a separate button agrees to everything. */
const TickAll = ({ messages }: { messages: Messages }) => (
  <label class="tick all" data-tick-all hidden>
    <input type="checkbox" />
    <span>{messages.consent.all}</span>
  </label>
);

const Group = ({ kind, context, props, messages, preview }: GroupProps) => {
  const words = messages.consent;
  const rows = props.items.filter((row: ConsentItemRow) => row.consent === kind);
  if (rows.length === 0 && !preview) return null;
  const focus = firstFaultyField(props.faults);
  const isEmpty = rows.every(({ item }) => preview?.hidden.has(item));
  return (
    <fieldset class="items" data-group={preview && kind} hidden={(preview && isEmpty) || undefined}>
      <legend>
        {words[kind]} <span>{kind === 'required' ? words.requiredHint : words.optionalHint}</span>
      </legend>
      {kind === 'optional' && rows.length > 1 && !preview ? <TickAll messages={messages} /> : null}
      {rows.map((row) => (
        <ConsentItem
          key={row.item}
          row={row}
          faults={props.faults}
          focus={focus}
          context={context}
          messages={messages}
          {...(preview && { preview: { hidden: preview.hidden.has(row.item) } })}
        />
      ))}
    </fieldset>
  );
};

const Links = ({ props, messages }: { props: ConsentProps; messages: Messages }) => {
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

const ledeOf = (props: ConsentProps, service: string, messages: Messages) => {
  const name = showName(props.application.name);
  if (props.items.length === 0) return messages.consent.nothing(name);
  return props.firstTime ? messages.consent.asks(name, showName(service)) : messages.consent.asksAgain(name);
};

const Buttons = ({ props, messages }: CardProps) => {
  const words = messages.consent;
  return (
    <div class="buttons">
      <Primary
        name="action"
        value="agree"
        text={props.items.length === 0 ? words.goOn : words.agree}
        working={messages.working}
      />
      {props.items.some((row) => row.consent === 'optional') ? (
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
const PreviewButtons = ({ messages }: CardProps) => (
  <div class="buttons">
    <span class="primary">{messages.consent.agree}</span>
    <span class="secondary">{messages.cancel}</span>
  </div>
);

const ConsentForm = (card: CardProps) => {
  const groups = (
    <>
      <Group kind="required" {...card} />
      <Group kind="optional" {...card} />
    </>
  );
  if (card.preview) {
    return (
      <div>
        {groups}
        <PreviewButtons {...card} />
      </div>
    );
  }
  return (
    <Form action={card.props.action} csrf={card.props.csrf}>
      <input type="hidden" name={SHOWN_TO_FIELD} value={card.props.shownTo} />
      {groups}
      <Buttons {...card} />
    </Form>
  );
};

/** Required items are ticked and locked, optional ones can be changed. Enter agrees, never cancels. */
export const ConsentCard = (card: CardProps) => {
  const { context, props, messages, preview } = card;
  const words = messages.consent;
  const name = showName(props.application.name);
  return (
    <div class="card">
      <Heading
        application={name}
        logo={props.application.logo}
        title={<Words of={words.heading(name)} />}
        lede={ledeOf(props, context.brand.serviceName, messages)}
        within={preview !== undefined}
      />
      <FaultSummary faults={props.faults} messages={messages} />
      <Person props={props} messages={messages} />
      <ConsentForm {...card} />
      <div class="fine">
        <p>
          <Words of={words.goTo(props.redirectHost)} />
        </p>
        <ConsentRecipient props={props} messages={messages} language={context.language} />
        <p>{props.items.length === 0 ? words.laterNothing : words.later}</p>
        <Links props={props} messages={messages} />
      </div>
    </div>
  );
};
