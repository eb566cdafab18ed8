// The page after signing out: one sentence, one action, and the fault of the request that led here, if it had one.

import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { LogoutFault, LogoutFaultDetail, type SignOutFault } from './sign-out.tsx';

/** @param fault undefined: the request had none */
export const renderSignedOut = (context: PageContext, fault?: SignOutFault): string => {
  const messages = messagesFor(context.language);
  const words = messages.signedOut;
  return renderPage(
    context,
    { title: words.title },
    <div class="card">
      <Heading title={words.title} lede={[words.text]} />
      {fault === undefined ? null : <LogoutFault text={words.fault} />}
      <div class="buttons">
        <a class="primary" href="/login">
          {words.action}
        </a>
      </div>
      {fault === undefined ? null : <LogoutFaultDetail fault={fault} messages={messages} />}
    </div>,
  );
};
