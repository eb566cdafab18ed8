// The error page: whose fault it is, what to do, and the two codes that let somebody find out more.
import { ErrorCodes } from './error-codes.tsx';
import { Heading } from './heading.tsx';
import { renderPage } from './layout.tsx';
import { messagesFor } from './messages/messages-for.ts';
import type { ErrorProps, PageContext } from './page.ts';
import { ownPath } from './safe-text.ts';
import { Contact } from './words.tsx';

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
