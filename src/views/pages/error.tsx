// The error page: what happened, what to do, and the two codes that help to find out more.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { ApplicationCard, ErrorCode, PageContext, RefusedDocument } from '../page/page.ts';
import { ownPath, servicePage, showName } from '../page/safe-text.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Contact, OwnersLink, ValueText, Words } from '../parts/words.tsx';
import { ErrorCodes } from './error-codes.tsx';

export type ErrorProps = {
  status: number;
  code: ErrorCode;
  requestId: string;
  /** Seconds to wait before the next try (429, 503). */
  retryAfterSeconds?: number | undefined;
  /** Path of the page that explains the error to developers; shown beside the sentence for them. */
  helpHref?: string | undefined;
  /** English sentence for the application's developer, shown under "For developers". */
  developerDetail?: string | undefined;
  /** The application that the person came from; `backHref` leads back to it and replaces `next`. */
  application?: (ApplicationCard & { backHref: string | undefined }) | undefined;
  /** The client that nobody registered (contract 46). */
  document?: RefusedDocument | undefined;
  /** The step that helps, such as back to `/`. */
  next?: { href: string } | undefined;
};

type Props = { props: ErrorProps; messages: Messages };

/** The step that helps: back to the application, or to `/`. */
const Next = ({ props: { application, next }, messages: { error: words } }: Props) => {
  const back = servicePage(application?.backHref);
  if (back === undefined && next === undefined) return null;
  return (
    <div class="buttons">
      {back === undefined ? (
        <a class="primary" href={ownPath(next?.href ?? '/')}>
          {words.next}
        </a>
      ) : (
        <a class="primary" href={back} rel="noopener noreferrer">
          {words.back}
        </a>
      )}
    </div>
  );
};

/** Which application it is, and whom to ask about it. */
const CameFrom = ({ props: { application }, messages }: Props) => {
  if (application === undefined) return null;
  const words = messages.error;
  const { name, companyName, homepageUri } = application;
  return (
    <p class="centred">
      <Words of={words.cameFrom(showName(name))} />{' '}
      {companyName === undefined ? null : <Words of={words.runBy(showName(companyName))} />}{' '}
      <OwnersLink href={homepageUri} text={messages.consent.homepage} newTab={messages.newTab} />
    </p>
  );
};

/** Where the client says that it comes from, and its addresses that are not taken. */
const OfDocument = ({ props: { document }, messages: { error: words } }: Props) => {
  if (document === undefined) return null;
  const { host, url, dropped } = document;
  return (
    <>
      <p class="centred">
        <Words of={words.programOf(showName(host))} />
      </p>
      {dropped.length === 0 ? null : (
        <details class="help" open>
          <summary>{words.addressesOf}</summary>
          <p>
            <ValueText of={url} />
          </p>
          {dropped.map(({ uri, rule }) => (
            <p key={uri}>
              <ValueText of={uri} />
              &nbsp;· <a href={ownPath(`/errors#${rule}`)}>{rule}</a>
            </p>
          ))}
        </details>
      )}
    </>
  );
};

export const renderError = (context: PageContext, props: ErrorProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.error;
  const page = words.pages[props.code];
  return renderPage(
    context,
    { title: page.title, faulty: true },
    <div class="card">
      <Heading
        application={props.application?.name}
        logo={props.application?.logo}
        title={page.title}
        lede={[page.text]}
      />
      <CameFrom props={props} messages={messages} />
      <OfDocument props={props} messages={messages} />
      <p class={props.document?.dropped.length ? 'again' : 'centred'}>
        {props.retryAfterSeconds === undefined ? page.advice : words.retryAfter(props.retryAfterSeconds)}
      </p>
      <Next props={props} messages={messages} />
      <ErrorCodes code={props.code} status={props.status} requestId={props.requestId} messages={messages} />
      {props.developerDetail === undefined ? null : (
        <details class="help">
          <summary>{words.developers}</summary>
          <p lang="en" dir="auto">
            {props.developerDetail}
          </p>
          {props.helpHref === undefined ? null : (
            <p>
              <a href={ownPath(props.helpHref)}>{words.explain}</a>
            </p>
          )}
        </details>
      )}
      {context.brand.supportContact === undefined ? null : (
        <p class="aside-line">
          {words.contact}
          <Contact contact={context.brand.supportContact} />
        </p>
      )}
    </div>,
  );
};
