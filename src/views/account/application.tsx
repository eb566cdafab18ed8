// One application: exactly what it can read now, and what the person agreed to.

import { ApplicationMark } from '../parts/application-mark.tsx';
import { ownPath } from '../parts/safe-text.ts';
import { dateText } from '../parts/time-text.tsx';
import { NameText } from '../parts/words.tsx';
import { BackLink } from './account-menu.tsx';
import type { ApplicationPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ReceiptList } from './receipt-list.tsx';

const Readable = ({ props, messages }: AccountSectionProps<ApplicationPage>) => {
  const words = messages.receipts;
  if (!props.connected) return null;
  return (
    <section class="card">
      <h2>{words.readable}</h2>
      {props.readable === undefined ? (
        <p class="empty">{words.readableNothing}</p>
      ) : (
        <>
          <p class="hint">{words.readableHint}</p>
          <pre class="exactly">
            <code dir="ltr">{props.readable}</code>
          </pre>
        </>
      )}
      <div class="buttons inline">
        <a class="secondary" href={ownPath(props.manageHref)}>
          {words.manage}
        </a>
      </div>
    </section>
  );
};

const Used = ({ props, messages, context }: AccountSectionProps<ApplicationPage>) => {
  if (!props.connected) return <p class="hint">{messages.receipts.disconnected}</p>;
  const words = messages.account;
  const { connectedAt, lastUsedAt } = props.connected;
  const day = (moment: number) => dateText(moment, context.language);
  return (
    <p class="hint">
      {words.connectedAt(day(connectedAt))} ·{' '}
      {lastUsedAt === undefined ? words.neverUsed : words.lastUsedAt(day(lastUsedAt))}
    </p>
  );
};

export const ApplicationContents = (section: AccountSectionProps<ApplicationPage>) => {
  const { props, messages } = section;
  return (
    <>
      <BackLink page="applications" messages={messages} />
      <div class="identity">
        <ApplicationMark name={props.name} logo={props.logo} small />
        <div>
          <h1>
            <NameText of={props.name} />
          </h1>
          <Used {...section} />
        </div>
      </div>
      <Readable {...section} />
      <ReceiptList {...section} of={props.name} />
    </>
  );
};
