// The mismatch page: for members of an application's team who meet a redirect URI of theirs that is not registered. Sent and
// registered stand under one another, what differs is marked and said, and one button puts it right.
import type { Fault } from '../core/fault.ts';
import { consoleFaultText } from './console/console-fields.tsx';
import { ErrorCodes } from './error-codes.tsx';
import { Form, Primary } from './form.tsx';
import { AlertIcon } from './icons.tsx';
import { renderPage } from './layout.tsx';
import { type Messages, messagesFor } from './messages/messages-for.ts';
import type { ErrorCode, PageContext } from './page.ts';
import { ownPath } from './safe-text.ts';
import { Words } from './words.tsx';

/** A part of a URI; `same`: the other one has it too, at this place. */
type Run = { text: string; same: boolean };

export type ComparedUri = {
  sent: readonly Run[];
  registered: readonly Run[];
  /** Number of the first character that differs, from 1. */
  firstDifference: number;
  differences: readonly (keyof Messages['developers']['mismatch']['differences'])[];
};

export type MismatchProps = {
  application: string;
  /** The application's addresses in the console. */
  addressesHref: string;
  /** Where the form posts to: with the request's query. */
  action: string;
  csrf: string;
  /** The redirect URI as it was sent. */
  sent: string;
  /** Nearest first. */
  compared: readonly ComparedUri[];
  /** No registered URI has this host; undefined: one has. */
  otherHost: string | undefined;
  mayRegister: boolean;
  /** Why it could not be registered. */
  faults: readonly Fault[];
  /** An English sentence: what is stored is in the way. */
  conflict: string | undefined;
  code: ErrorCode;
  status: number;
  requestId: string;
};

const Uri = ({ runs }: { runs: readonly Run[] }) => (
  <code dir="ltr">{runs.map(({ text, same }, index) => (same ? text : <mark key={index}>{text}</mark>))}</code>
);

const Compared = ({ uri, messages }: { uri: ComparedUri; messages: Messages }) => {
  const words = messages.developers.mismatch;
  return (
    <li>
      <dl class="compared">
        <div>
          <dt>{words.sent}</dt>
          <dd>
            <Uri runs={uri.sent} />
          </dd>
        </div>
        <div>
          <dt>{words.registered}</dt>
          <dd>
            <Uri runs={uri.registered} />
          </dd>
        </div>
      </dl>
      <p class="hint">
        {uri.differences.map((difference) => words.differences[difference]).join(' ')} {words.from(uri.firstDifference)}
      </p>
    </li>
  );
};

const Register = ({ props, messages }: { props: MismatchProps; messages: Messages }) => {
  const words = messages.developers.mismatch;
  if (!props.mayRegister) return <p class="hint">{words.cannotRegister}</p>;
  return (
    <Form action={props.action} csrf={props.csrf}>
      <div class="buttons">
        <Primary text={words.register} working={messages.working} />
      </div>
      <p class="aside-line">{words.registerHint}</p>
    </Form>
  );
};

const Refused = ({ props, messages }: { props: MismatchProps; messages: Messages }) => {
  if (props.faults.length === 0 && props.conflict === undefined) return null;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      <div>
        {props.faults.map((fault) => (
          <p key={fault.code}>{consoleFaultText(fault, messages)}</p>
        ))}
        {props.conflict === undefined ? null : (
          <p>
            {messages.developers.mismatch.conflict} <span lang="en">{props.conflict}</span>
          </p>
        )}
      </div>
    </div>
  );
};

export const renderMismatch = (context: PageContext, props: MismatchProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.developers.mismatch;
  return renderPage(
    context,
    { title: words.title, faulty: true, wide: true },
    <div class="card">
      <h1>{words.title}</h1>
      <p class="lede">
        <Words of={words.lede(props.application)} />
      </p>
      <Refused props={props} messages={messages} />
      <dl class="compared alone">
        <div>
          <dt>{words.sent}</dt>
          <dd>
            <code dir="ltr">{props.sent}</code>
          </dd>
        </div>
      </dl>
      {props.otherHost === undefined || !props.mayRegister ? null : (
        <div class="notice bad">
          <AlertIcon />
          <p>
            <Words of={words.otherHost(props.otherHost)} />
          </p>
        </div>
      )}
      <Register props={props} messages={messages} />
      <h2>{words.nearest}</h2>
      {props.compared.length === 0 ? <p>{words.none}</p> : null}
      <ol class="comparisons">
        {props.compared.map((uri, index) => (
          <Compared key={index} uri={uri} messages={messages} />
        ))}
      </ol>
      <p>
        <a href={ownPath(props.addressesHref)}>{words.all}</a>
      </p>
      <ErrorCodes code={props.code} status={props.status} requestId={props.requestId} messages={messages} />
    </div>,
  );
};
