// The page of two-step verification: setting it up with an authenticator app, its recovery codes, and turning it off.

import type { Fault } from '../../core/ground/fault.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { CodeField } from '../pages/second-step.tsx';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { QrCode } from './qr-code.tsx';
import { type TrustedDeviceRow, TrustedDevices } from './trusted-devices.tsx';
import { RecoveryCodesLeft } from './two-step-section.tsx';

export type TwoStepProps = {
  action: string;
  /** Where somebody goes on who was led here to set it up. Undefined: to the account page. */
  onwardHref?: string | undefined;
  csrf: string;
  /** What to set up; undefined: it is on. */
  enrolment: { uri: string; secretText: string; sealed: string } | undefined;
  recoveryCodesLeft: number;
  /** Recovery codes that were just made; empty: they were shown already. Undefined: none were made. */
  recoveryCodes: readonly string[] | undefined;
  trustedDevices?: readonly TrustedDeviceRow[];
  faults: readonly Fault[];
};

type Part = { context: PageContext; props: TwoStepProps; messages: Messages };

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

const Enrolment = ({ props, messages, enrolment }: Part & { enrolment: NonNullable<TwoStepProps['enrolment']> }) => {
  const words = messages.twoStep;
  return (
    <ol class="enrol">
      <li>
        <p>{words.scan}</p>
        <QrCode text={enrolment.uri} label={words.qr} />
        <p class="hint">{words.type}</p>
        <p>
          <code class="typed">{inGroups(enrolment.secretText)}</code>
        </p>
      </li>
      <li>
        <Form action={props.action} csrf={props.csrf}>
          <input type="hidden" name="sealed" value={enrolment.sealed} />
          <CodeField
            recovery={false}
            label={words.enter}
            fault={faultAt('code', props.faults, messages)}
            focus={props.faults.length > 0}
          />
          <p class="hint">{words.endsSessions}</p>
          <div class="buttons inline">
            <Primary text={words.turnOn} name="action" value="enrol" />
          </div>
        </Form>
      </li>
    </ol>
  );
};

/** The server kept only hashes: the form that downloads the codes brings them along. */
const RecoveryCodes = ({ props, messages, codes }: Part & { codes: readonly string[] }) => {
  const words = messages.twoStep;
  if (codes.length === 0) {
    return (
      <div class="notice note">
        <AlertIcon />
        <p>{words.codesGone}</p>
      </div>
    );
  }
  return (
    <section>
      <h2>{words.codes}</h2>
      <p>{words.codesOnce}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Form action={props.action} csrf={props.csrf}>
        {codes.map((code) => (
          <input key={code} type="hidden" name="recovery_code" value={code} />
        ))}
        <div class="buttons inline">
          <button type="button" class="secondary" hidden data-codes={codes.join('\n')} data-copied={words.copied}>
            {words.copy}
          </button>
          <button type="submit" class="secondary" name="action" value="download">
            {words.download}
          </button>
          <button type="button" class="secondary" hidden data-codes="">
            {words.print}
          </button>
        </div>
      </Form>
    </section>
  );
};

const NewCodes = ({ props, messages }: Part) => {
  const words = messages.twoStep;
  return (
    <Form action={props.action} csrf={props.csrf}>
      <p class="hint">{words.newCodesHint}</p>
      <div class="buttons inline">
        <button type="submit" class="secondary" name="action" value="new-codes" data-working="">
          {words.newCodes}
        </button>
      </div>
    </Form>
  );
};

const TurnedOn = (part: Part) => {
  const { props, messages } = part;
  const words = messages.twoStep;
  // Nothing leads away from the codes before they are saved.
  if (props.recoveryCodes?.length) return <RecoveryCodes {...part} codes={props.recoveryCodes} />;
  return (
    <>
      <p class="centred">
        <span class="badge good">{words.on}</span>
      </p>
      {props.recoveryCodes === undefined ? (
        <RecoveryCodesLeft left={props.recoveryCodesLeft} messages={messages} />
      ) : (
        <RecoveryCodes {...part} codes={props.recoveryCodes} />
      )}
      <NewCodes {...part} />
      <TrustedDevices
        devices={props.trustedDevices ?? []}
        action={props.action}
        csrf={props.csrf}
        context={part.context}
        messages={messages}
      />
      <details class="danger">
        <summary>{words.turnOff}</summary>
        <Form action={props.action} csrf={props.csrf}>
          <p>{words.turnOffAsk}</p>
          <button type="submit" class="small bad" name="action" value="remove" data-working="">
            {words.turnOffConfirm}
          </button>
        </Form>
      </details>
    </>
  );
};

/** Back, or on: from codes that are shown only by saying that they are saved. */
const Onward = ({ props, messages }: Omit<Part, 'context'>) => {
  const words = messages.twoStep;
  const areShown = props.recoveryCodes !== undefined && props.recoveryCodes.length > 0;
  const isOnWay = props.onwardHref !== undefined && props.enrolment === undefined;
  if (!areShown && !isOnWay) {
    return (
      <p class="aside-line">
        <a href={ownPath(accountPath('security'))}>{words.back}</a>
      </p>
    );
  }
  return (
    <div class="buttons">
      <a class="primary" href={ownPath(props.onwardHref ?? accountPath('security'))}>
        {areShown ? words.saved : messages.demandedFactor.onward}
      </a>
    </div>
  );
};

export const renderTwoStep = (context: PageContext, props: TwoStepProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.twoStep;
  const part = { context, props, messages };
  const { enrolment } = props;
  return renderPage(
    context,
    { title: words.title, faults: props.faults, wide: true, personal: true, copies: props.recoveryCodes !== undefined },
    <div class="card">
      <Heading title={words.title} {...(enrolment && { lede: [words.lede] })} />
      <FaultSummary faults={props.faults} messages={messages} />
      {enrolment === undefined ? <TurnedOn {...part} /> : <Enrolment {...part} enrolment={enrolment} />}
      <Onward props={props} messages={messages} />
    </div>,
  );
};
