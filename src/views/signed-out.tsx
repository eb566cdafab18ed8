// The page after signing out: one sentence, one action; and what was wrong with the request that led here.
import { Heading } from './heading.tsx';
import { renderPage } from './layout.tsx';
import { messagesFor } from './messages/messages-for.ts';
import type { PageContext } from './page.ts';
import { DeveloperDetail, LogoutFault } from './sign-out.tsx';

/**
 * @param developerDetail English, for the application's developer; undefined: nothing was wrong
 * @param helpHref path of the page that explains it
 */
export const renderSignedOut = (context: PageContext, developerDetail?: string, helpHref?: string): string => {
  const messages = messagesFor(context.language);
  const words = messages.signedOut;
  return renderPage(
    context,
    { title: words.title },
    <div class="card">
      <Heading title={words.title} lede={[words.text]} />
      {developerDetail === undefined ? null : <LogoutFault text={words.fault} />}
      <div class="buttons">
        <a class="primary" href="/login">
          {words.action}
        </a>
      </div>
      {developerDetail === undefined ? null : (
        <DeveloperDetail detail={developerDetail} helpHref={helpHref} messages={messages} />
      )}
    </div>,
  );
};
