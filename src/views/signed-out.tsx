// The page after signing out: one sentence, one action.
import { Heading } from './heading.tsx';
import { renderPage } from './layout.tsx';
import { messagesFor } from './messages/messages-for.ts';
import type { PageContext } from './page.ts';

export const renderSignedOut = (context: PageContext): string => {
  const words = messagesFor(context.language).signedOut;
  return renderPage(
    context,
    { title: words.title },
    <div class="card">
      <Heading title={words.title} lede={[words.text]} />
      <div class="buttons">
        <a class="primary" href="/login">
          {words.action}
        </a>
      </div>
    </div>,
  );
};
