// The first steps of a new server, for its operator: what is done is ticked off, what is not says how.
import type { ComponentChildren } from 'preact';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext, WelcomeProps } from '../page/page.ts';
import { showText } from '../page/safe-text.ts';
import { CheckIcon } from '../parts/icons.tsx';
import { Words } from '../parts/words.tsx';
import { NO_FORMS, renderConsole } from './parts/console-layout.tsx';

type StepProps = { at: number; title: string; done: boolean; messages: Messages; children: ComponentChildren };

const Step = ({ at, title, done, messages, children }: StepProps) => (
  <li class={done ? 'card step done' : 'card step'}>
    <span class="at" aria-hidden="true">
      {done ? <CheckIcon /> : at}
    </span>
    <div>
      <h2>
        {title}{' '}
        <span class={done ? 'badge good' : 'badge'}>{done ? messages.welcome.done : messages.welcome.open}</span>
      </h2>
      {children}
    </div>
  </li>
);

const Address = ({ address, messages }: { address: WelcomeProps['address']; messages: Messages }) => {
  const words = messages.welcome.address;
  const { url, reach, trouble } = address;
  return (
    <Step at={1} title={words.title} done={trouble === undefined} messages={messages}>
      <p>
        <code>
          <bdi>{showText(url)}</bdi>
        </code>
      </p>
      {trouble === undefined ? (
        <p>{words.reach[reach]}</p>
      ) : (
        <>
          <p>{words.trouble[trouble].found}</p>
          <p>{words.trouble[trouble].fix}</p>
        </>
      )}
      <p class="hint">
        {words.doctor} <code>latchkey doctor</code>
      </p>
    </Step>
  );
};

const FirstApplication = ({ done, messages }: { done: boolean; messages: Messages }) => {
  const words = messages.welcome.application;
  return (
    <Step at={2} title={words.title} done={done} messages={messages}>
      <p>{done ? words.doneText : words.text}</p>
      {done ? (
        <p>
          <a href="/console">{words.console}</a>
        </p>
      ) : (
        <div class="buttons inline">
          <a class="primary" href="/console/applications/new">
            {words.register}
          </a>
        </div>
      )}
    </Step>
  );
};

export const renderWelcome = (context: PageContext, props: WelcomeProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.welcome;
  const ready = props.hasApplication && props.address.trouble === undefined;
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title(context.brand.serviceName), place: 'welcome' },
    <>
      <div class="heading">
        <h1>
          <Words of={words.heading(context.brand.serviceName)} />
        </h1>
        <p class="lede">{ready ? words.ready : words.lede}</p>
      </div>
      <ol class="first-steps">
        <Address address={props.address} messages={messages} />
        <FirstApplication done={props.hasApplication} messages={messages} />
      </ol>
    </>,
  );
};
