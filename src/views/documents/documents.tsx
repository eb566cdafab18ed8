// The page that asks a signed-in person to agree to documents of the service: a new version, or an account that was
// created without them.
import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { DocumentBox } from '../page/document-row.ts';
import type { ApplicationCard, PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Cancel, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Person } from '../parts/person.tsx';
import { DocumentBoxes, documentNames } from './document-boxes.tsx';

export type DocumentsProps = {
  /** Where the form posts to: `/documents` with the request's query. */
  action: string;
  csrf: string;
  /** Undefined: outside an authorization request. */
  application: ApplicationCard | undefined;
  documents: readonly DocumentBox[];
  signedIn: { email: string; nickname: string | undefined };
  otherAccountHref: string;
  faults: readonly Fault[];
};

/** Needs `context.signedInAs` outside a request: whoever does not agree signs out with the button in the header. */
export const renderDocuments = (context: PageContext, props: DocumentsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.documents;
  const name = props.application?.name;
  return renderPage(
    context,
    {
      title: name === undefined ? words.title : words.titleFor(showName(name)),
      task: true,
      faults: props.faults,
      personal: name === undefined,
    },
    <div class="card">
      <Heading
        application={name}
        logo={props.application?.logo}
        title={words.title}
        lede={name === undefined ? words.ledeAlone(context.brand.serviceName) : words.lede(showName(name))}
      />
      <FaultSummary faults={props.faults} messages={messages} names={documentNames(props)} />
      <Person
        who={props.signedIn}
        label={messages.consent.account}
        other={{ href: props.otherAccountHref, text: messages.consent.otherAccount }}
      />
      <Form action={props.action} csrf={props.csrf}>
        <DocumentBoxes
          documents={props.documents}
          faults={props.faults}
          messages={messages}
          language={context.language}
        />
        <div class="buttons">
          <Primary text={words.submit} />
          {name === undefined ? null : <Cancel text={messages.cancel} />}
        </div>
      </Form>
    </div>,
  );
};
