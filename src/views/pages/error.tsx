// The error page: what happened, what to do, and the two codes that help to find out more.

import { messagesFor } from '../messages/messages-for.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { ErrorProps, PageContext } from '../parts/page.ts';
import { ownPath } from '../parts/safe-text.ts';
import { Contact } from '../parts/words.tsx';
import { ErrorCodes } from './error-codes.tsx';

export const renderError = (context: PageContext, props: ErrorProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.error;
  const page = words.pages[props.code];
  return renderPage(
    context,
    { title: page.title, faulty: true },
    <div class="card">
      <Heading title={page.title} lede={[page.text]} />
      <p class="centred">
        {props.retryAfterSeconds === undefined ? page.advice : words.retryAfter(props.retryAfterSeconds)}
      </p>
      {props.next === undefined ? null : (
        <div class="buttons">
          <a class="primary" href={ownPath(props.next.href)}>
            {words.next}
          </a>
        </div>
      )}
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
