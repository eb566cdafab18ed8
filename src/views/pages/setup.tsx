// The setup page: makes the first operator's account, once, by a one-time link.

import { DocumentBoxes, documentNames } from '../documents/document-boxes.tsx';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext, SetupProps } from '../page/page.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { NewAccountFields } from '../parts/new-account-fields.tsx';

export const renderSetup = (context: PageContext, props: SetupProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.setup;
  return renderPage(
    context,
    { title: words.title, task: true, faults: props.faults },
    <div class="card">
      <Heading title={words.title} lede={words.lede(context.brand.serviceName)} />
      <FaultSummary faults={props.faults} messages={messages} names={documentNames(props.boxes)} />
      <Form action={props.action} csrf={props.csrf}>
        <NewAccountFields values={props.values} faults={props.faults} messages={messages} />
        <DocumentBoxes {...props.boxes} faults={props.faults} messages={messages} language={context.language} />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
    </div>,
  );
};
