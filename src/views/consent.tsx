// The consent page: who asks, what for, item by item, and the two ways on.
import { ConsentCard } from './consent-card.tsx';
import { renderPage } from './layout.tsx';
import { messagesFor } from './messages/messages-for.ts';
import type { ConsentProps, PageContext } from './page.ts';
import { showName } from './safe-text.ts';

export const renderConsent = (context: PageContext, props: ConsentProps): string => {
  const messages = messagesFor(context.language);
  return renderPage(
    context,
    { title: messages.consent.title(showName(props.application.name)), task: true, faulty: props.faults.length > 0 },
    <ConsentCard context={context} props={props} messages={messages} />,
  );
};
