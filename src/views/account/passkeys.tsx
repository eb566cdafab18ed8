// The page of passkeys: each with its name, where it is and when it was used, and the button that adds one.

import type { Fault } from '../../core/ground/fault.ts';
import type { Passkey } from '../../core/sign-in/passkeys/passkey.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import type { PageContext } from '../page/page.ts';
import type { PasskeyPrompt, PasskeySignal } from '../page/passkey-prompt.ts';
import { ownPath } from '../page/safe-text.ts';
import { dateText, TimeText } from '../page/time-text.tsx';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { CheckIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { NameText } from '../parts/words.tsx';
import { NoPasskeys, PasskeyButton, PasskeyField, Signal } from '../passkeys/passkey-button.tsx';

export const PASSKEY_NOTICES = ['added', 'renamed', 'removed'] as const;

export type PasskeyRow = Pick<Passkey, 'id' | 'name' | 'backedUp' | 'createdAt' | 'lastUsedAt' | 'counterFellAt'> & {
  /** It belongs to this server's relying party. */
  isUsable: boolean;
  /** The only way to sign in, which cannot be removed. */
  isLast: boolean;
  /** Its name is in a form. */
  isRenamed: boolean;
};

export type PasskeysProps = {
  csrf: string;
  passkeys: readonly PasskeyRow[];
  most: number;
  /** What adds another one; undefined: there are enough, or passkeys are not offered. */
  prompt: PasskeyPrompt | undefined;
  signals: readonly PasskeySignal[];
  notice: (typeof PASSKEY_NOTICES)[number] | undefined;
  /** `passkey-wrong`, `passkey-known`, `passkey-full`, `passkey-last`, `form-expired` (path []), `passkey-name`. */
  faults: readonly Fault[];
};

type Part = { context: PageContext; props: PasskeysProps; messages: Messages };

const ACTION = '/account/passkeys';

const Facts = ({ context, messages, passkey }: Part & { passkey: PasskeyRow }) => {
  const words = messages.passkeys;
  return (
    <p class="hint">
      {passkey.backedUp ? words.synced : words.bound}
      <br />
      {words.added} {dateText(passkey.createdAt, context.language)}
      <br />
      {passkey.lastUsedAt === undefined ? (
        words.unused
      ) : (
        <>
          {words.used} <TimeText moment={passkey.lastUsedAt} language={context.language} />
        </>
      )}
    </p>
  );
};

const Rename = ({ props, messages, passkey }: Part & { passkey: PasskeyRow }) => {
  const words = messages.passkeys;
  if (!passkey.isRenamed) {
    return (
      <a class="quiet" href={ownPath(`${ACTION}?rename=${passkey.id}`)} aria-label={words.renameLabel(passkey.name)}>
        {words.rename}
      </a>
    );
  }
  return (
    <Form action={ACTION} csrf={props.csrf}>
      <input type="hidden" name="id" value={passkey.id} />
      <Field
        name="name"
        label={words.name}
        value={passkey.name}
        autocomplete="off"
        fault={faultAt('name', props.faults, messages)}
        focus
        ownDirection
        required
      />
      <button type="submit" class="small" name="action" value="rename" data-working="">
        {words.save}
      </button>
    </Form>
  );
};

const Remove = ({ props, messages, passkey }: Part & { passkey: PasskeyRow }) => {
  const words = messages.passkeys;
  if (passkey.isLast) return <p class="hint">{words.last}</p>;
  return (
    <details class="danger">
      <summary aria-label={words.removeLabel(passkey.name)}>{words.remove}</summary>
      <Form action={ACTION} csrf={props.csrf}>
        <input type="hidden" name="id" value={passkey.id} />
        <p>{words.removeAsk}</p>
        <button type="submit" class="small bad" name="action" value="remove" data-working="">
          {words.removeConfirm}
        </button>
      </Form>
    </details>
  );
};

const PasskeyItem = (part: Part & { passkey: PasskeyRow }) => {
  const { messages, passkey } = part;
  const words = messages.passkeys;
  return (
    <li class="passkey-row">
      <h2 class="passkey-name">
        <NameText of={passkey.name} />
      </h2>
      <Facts {...part} />
      {passkey.isUsable ? null : <p class="hint">{words.otherSite}</p>}
      {passkey.counterFellAt === undefined ? null : <p class="hint">{words.fell}</p>}
      <div class="passkey-acts">
        <Rename {...part} />
        <Remove {...part} />
      </div>
    </li>
  );
};

const Add = ({ props, messages }: Part) => {
  const words = messages.passkeys;
  if (props.prompt === undefined) {
    return props.passkeys.length < props.most ? null : <p class="hint">{words.full(props.most)}</p>;
  }
  return (
    <Form action={ACTION} csrf={props.csrf}>
      <input type="hidden" name="action" value="add" />
      <PasskeyField />
      <PasskeyButton
        prompt={props.prompt}
        text={props.passkeys.length === 0 ? words.add : words.addAnother}
        messages={messages}
        look={props.passkeys.length === 0 ? 'primary' : 'secondary'}
      />
      <NoPasskeys messages={messages} />
      <noscript>
        <p class="hint">{words.noScript}</p>
      </noscript>
    </Form>
  );
};

export const renderPasskeys = (context: PageContext, props: PasskeysProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.passkeys;
  const part = { context, props, messages };
  const { notice } = props;
  return renderPage(
    context,
    {
      title: notice === undefined ? words.title : words.notices[notice],
      faults: props.faults,
      wide: true,
      personal: true,
      passkeys: true,
    },
    <div class="card">
      {notice === undefined ? null : (
        <div class="notice good" role="status">
          <CheckIcon />
          <p>{words.notices[notice]}</p>
        </div>
      )}
      <Heading title={words.title} lede={[words.lede]} />
      <FaultSummary faults={props.faults} messages={messages} />
      {props.passkeys.length === 0 ? (
        <p class="received">{words.none}</p>
      ) : (
        <ul class="passkeys">
          {props.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...part} passkey={passkey} />
          ))}
        </ul>
      )}
      <Add {...part} />
      {props.signals.map((signal) => (
        <Signal key={JSON.stringify(signal)} signal={signal} />
      ))}
      <p class="aside-line">
        <a href={ownPath(accountPath('security'))}>{words.back}</a>
      </p>
    </div>,
  );
};
