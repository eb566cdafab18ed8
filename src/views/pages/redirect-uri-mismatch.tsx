// The mismatch page, for members of an application's team whose redirect URI is not registered. It shows the URI that
// was sent above each registered one, and marks and names what differs. Registering it is asked about on a separate
// page (register-redirect-uri.tsx), because a stranger's link can lead here.
import type { ComponentChildren } from 'preact';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { ErrorCode, PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Words } from '../parts/words.tsx';
import { ErrorCodes } from './error-codes.tsx';

/** A part of a URI; `same`: the other URI has it too, at the same place. */
type Run = { text: string; same: boolean };

export type ComparedUri = {
  sent: readonly Run[];
  registered: readonly Run[];
  /** Number of the first character that differs, from 1. */
  firstDifference: number;
  differences: readonly (keyof Messages['developers']['mismatch']['differences'])[];
};

/** About a URI that a stranger may have sent. `otherHost`: its host, if no registered URI has it. */
export type MismatchWarning = { otherHost: string | undefined };

export type MismatchProps = {
  application: string;
  /** The application's addresses in the console. */
  addressesHref: string;
  /** The page that asks whether to register the URI, with the request's query. */
  registerHref: string;
  /** The redirect URI as it was sent. */
  sent: string;
  /** Most similar first. */
  compared: readonly ComparedUri[];
  warning: MismatchWarning | undefined;
  mayRegister: boolean;
  code: ErrorCode;
  status: number;
  requestId: string;
};

const Uri = ({ runs }: { runs: readonly Run[] }) => (
  <code dir="ltr">{runs.map(({ text, same }, index) => (same ? text : <mark key={index}>{text}</mark>))}</code>
);

export const Compared = ({
  uri,
  messages,
  children,
}: {
  uri: ComparedUri;
  messages: Messages;
  children?: ComponentChildren;
}) => {
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
      {children}
    </li>
  );
};

export const Warning = ({ of: { otherHost }, messages }: { of: MismatchWarning; messages: Messages }) => {
  const words = messages.developers.mismatch;
  return (
    <div class="notice bad">
      <AlertIcon />
      <p>{otherHost === undefined ? words.stranger : <Words of={words.otherHost(otherHost)} />}</p>
    </div>
  );
};

/** A redirect URI without a comparison. */
export const WholeUri = ({ uri, label }: { uri: string; label: string }) => (
  <dl class="compared">
    <div>
      <dt>{label}</dt>
      <dd>
        <code dir="ltr">{uri}</code>
      </dd>
    </div>
  </dl>
);

const Register = ({ props, messages }: { props: MismatchProps; messages: Messages }) => {
  const words = messages.developers.mismatch;
  if (!props.mayRegister) return <p class="hint">{words.cannotRegister}</p>;
  return (
    <>
      <div class="buttons">
        <a class="secondary" href={ownPath(props.registerHref)}>
          {words.register}
        </a>
      </div>
      <p class="aside-line">{words.registerHint}</p>
    </>
  );
};

/** What differs, before any explanation: the most similar registered URI is nearly always the one that is meant. */
const Nearest = ({ props, messages }: { props: MismatchProps; messages: Messages }) => {
  const [nearest] = props.compared;
  if (nearest) {
    return (
      <ol class="comparisons">
        <Compared uri={nearest} messages={messages} />
      </ol>
    );
  }
  const words = messages.developers.mismatch;
  return (
    <>
      <WholeUri uri={props.sent} label={words.sent} />
      <p>{words.none}</p>
    </>
  );
};

const Others = ({ props, messages }: { props: MismatchProps; messages: Messages }) => {
  const [, ...others] = props.compared;
  if (others.length === 0) return null;
  return (
    <details class="fold">
      <summary>
        <span>{messages.developers.mismatch.others(others.length)}</span>
      </summary>
      <ol class="comparisons">
        {others.map((uri, index) => (
          <Compared key={index} uri={uri} messages={messages} />
        ))}
      </ol>
    </details>
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
      <Nearest props={props} messages={messages} />
      <p>
        <Words of={words.lede(props.application)} />
      </p>
      {props.warning && props.mayRegister ? <Warning of={props.warning} messages={messages} /> : null}
      <Register props={props} messages={messages} />
      <Others props={props} messages={messages} />
      <p class="aside-line">
        <a href={ownPath(props.addressesHref)}>{words.all}</a>
      </p>
      <ErrorCodes code={props.code} status={props.status} requestId={props.requestId} messages={messages} />
    </div>,
  );
};
