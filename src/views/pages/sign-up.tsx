// The sign-up page: makes an account inside the same request, so that the person then continues with it.

import { DocumentBoxes, documentNames } from '../documents/document-boxes.tsx';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext, SignUpProps } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Cancel, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { NewAccountFields } from '../parts/new-account-fields.tsx';
import { PasskeyButton, PasskeyField, Signal } from '../passkeys/passkey-button.tsx';

/** Sign-up for an application (`application` set) or for `/account`. */
export const renderSignUp = (context: PageContext, props: SignUpProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.signUp;
  const name = props.application?.name;
  const { limited } = props;
  return renderPage(
    context,
    {
      title: name === undefined ? words.title : words.titleFor(showName(name)),
      task: true,
      faults: props.faults,
      faulty: limited !== undefined,
      passkeys: props.passkey !== undefined,
    },
    <div class="card">
      <Heading
        application={name}
        logo={props.application?.logo}
        title={words.title}
        lede={name === undefined ? words.ledeAlone(context.brand.serviceName) : words.lede(showName(name))}
      />
      {limited === undefined ? null : (
        <Limited
          text={limited.of === 'mails' ? messages.verification.verify.limited(limited.minutes) : words.limited(limited)}
        />
      )}
      <FaultSummary faults={props.faults} messages={messages} names={documentNames(props.boxes)} />
      <Form action={props.action} csrf={props.csrf}>
        <NewAccountFields values={props.values} faults={props.faults} messages={messages} />
        <DocumentBoxes {...props.boxes} faults={props.faults} messages={messages} language={context.language} />
        <div class="buttons">
          <Primary text={words.submit} />
          {props.passkey === undefined ? null : (
            <PasskeyButton
              prompt={props.passkey}
              text={messages.passkeys.signUp}
              messages={messages}
              needs="email nickname"
            />
          )}
          {name === undefined ? null : <Cancel text={messages.cancel} />}
        </div>
        {props.passkey === undefined ? null : (
          <>
            <PasskeyField />
            <input type="hidden" name="passkey_user" value="" />
          </>
        )}
      </Form>
      <Signal signal={props.signal} />
      <p class="aside-line">
        {words.haveOne} <a href={ownPath(props.signInHref)}>{words.signIn}</a>
      </p>
    </div>,
  );
};
