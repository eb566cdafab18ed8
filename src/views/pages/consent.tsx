// The consent page: who asks, for which items, and the buttons to agree and to cancel.

import { messagesFor } from '../messages/messages-for.ts';
import type { ConsentProps, PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { ConsentCard } from '../parts/consent-card.tsx';
import { renderPage } from '../parts/layout.tsx';

export const renderConsent = (context: PageContext, props: ConsentProps): string => {
  const messages = messagesFor(context.language);
  return renderPage(
    context,
    {
      title: ('device' in props.to ? messages.devices : messages.consent).title(showName(props.application.name)),
      task: true,
      faults: props.faults,
    },
    <ConsentCard context={context} props={props} messages={messages} />,
  );
};
