// Asks a member of the team whether to register a redirect URI, and says when it is registered. The sign-in that led
// here does not continue: a stranger's link may have started it.
import type { StoredConflict } from '../../core/applications/applications/edit-application.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import {
  Compared,
  type ComparedUri,
  type MismatchWarning,
  Warning,
  WholeUri,
} from '../pages/redirect-uri-mismatch.tsx';
import { Form } from '../parts/form.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Words } from '../parts/words.tsx';
import { consoleFaultText } from './parts/console-fields.tsx';
import { StoredConflicts } from './parts/stored-conflicts.tsx';

export type RegisterUriProps = {
  application: string;
  /** The redirect URI as it was sent. */
  sent: string;
  /** The most similar registered URI; undefined: none is registered. */
  nearest: ComparedUri | undefined;
  warning: MismatchWarning | undefined;
  /** Where the form posts to, with the request's query. */
  action: string;
  csrf: string;
  /** The request itself, which shows the comparison. */
  backHref: string;
  /** Why it could not be registered. */
  faults: readonly Fault[];
  conflicts: readonly StoredConflict[];
};

const Refused = ({ props, messages }: { props: RegisterUriProps; messages: Messages }) => {
  if (props.faults.length === 0 && props.conflicts.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      <div>
        {props.faults.map((fault) => (
          <p key={fault.code}>{consoleFaultText(fault, messages)}</p>
        ))}
        <StoredConflicts conflicts={props.conflicts} messages={messages} />
      </div>
    </div>
  );
};

export const renderRegisterUri = (context: PageContext, props: RegisterUriProps): string => {
  const messages = messagesFor(context.language);
  const { confirmation: words, sent: sentLabel } = messages.developers.mismatch;
  return renderPage(
    context,
    { title: words.title, faults: props.faults, faulty: props.conflicts.length > 0, wide: true },
    <div class="card">
      <h1>{words.title}</h1>
      <p class="lede">
        <Words of={words.lede(props.application)} />
      </p>
      <Refused props={props} messages={messages} />
      <WholeUri uri={props.sent} label={sentLabel} />
      {props.nearest === undefined ? null : (
        <>
          <h2>{words.nearest}</h2>
          <ol class="comparisons">
            <Compared uri={props.nearest} messages={messages} />
          </ol>
        </>
      )}
      {props.warning ? <Warning of={props.warning} messages={messages} /> : null}
      <p>{words.meaning}</p>
      <p class="hint">{words.afterwards}</p>
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <button type="submit" class="secondary" data-working="">
            {words.register}
          </button>
        </div>
      </Form>
      <p class="aside-line">
        <a href={ownPath(props.backHref)}>{words.back}</a>
      </p>
    </div>,
  );
};

export type RegisteredUriProps = {
  application: string;
  sent: string;
  /** The application's addresses in the console. */
  addressesHref: string;
};

export const renderRegisteredUri = (context: PageContext, props: RegisteredUriProps): string => {
  const { done: words, registered, all } = messagesFor(context.language).developers.mismatch;
  return renderPage(
    context,
    { title: words.title, wide: true },
    <div class="card">
      <h1>{words.title}</h1>
      <p class="lede">
        <Words of={words.lede(props.application)} />
      </p>
      <WholeUri uri={props.sent} label={registered} />
      <p>{words.next}</p>
      <p class="aside-line">
        <a href={ownPath(props.addressesHref)}>{all}</a>
      </p>
    </div>,
  );
};
