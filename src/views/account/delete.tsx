// The page that deletes one's own account, and the page that says it was done (contract 27).

import type { Fault } from '../../core/ground/fault.ts';
import { MailedCodeField } from '../factors/mailed-code-field.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { dateText, timeText } from '../page/time-text.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { Form } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { NameText, Words } from '../parts/words.tsx';
import { BackLink } from './account-menu.tsx';
import type { AccountSectionProps } from './account-section.ts';

export const DELETE_PATH = '/account/delete';

export type DeleteProps = {
  csrf: string;
  /** How long the account can be restored; 0: it is deleted at once. */
  days: number;
  /** The account is in doubt: it ends no sooner, and cannot be deleted at once. */
  notBefore: number | undefined;
  /** "Delete now" asks for the code that was mailed there; undefined: it was not. */
  codeSentTo: string | undefined;
  /** Too many mails were requested from here: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
  /** Applications to hand over or delete first. */
  owned: readonly { id: string; name: string }[];
  faults: readonly Fault[];
};

type Part = { props: DeleteProps; messages: Messages };

const Owned = ({ props, messages }: Part) => {
  const words = messages.leaving.delete;
  return (
    <section class="card">
      <h2>{words.owned}</h2>
      <p>{words.ownedText}</p>
      <ul class="rows">
        {props.owned.map(({ id, name }) => (
          <li key={id}>
            <div>
              <a href={`/console/applications/${id}`} aria-label={words.openOwned(showName(name))}>
                <NameText of={name} />
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Listed = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section class="card">
    <h2>{title}</h2>
    <ul class="rows">
      {lines.map((line) => (
        <li key={line}>
          <div>{line}</div>
        </li>
      ))}
    </ul>
  </section>
);

const AtOnce = ({ props, messages }: Part) => {
  const words = messages.leaving.delete;
  const { verify } = messages.verification;
  const { codeSentTo, faults, limitedForMinutes } = props;
  return (
    <>
      <p>{words.nowAsk}</p>
      {codeSentTo === undefined ? null : (
        <p>
          <Words of={words.codeSent(codeSentTo)} />
        </p>
      )}
      {limitedForMinutes === undefined ? null : <Limited text={verify.limited(limitedForMinutes)} />}
      <Form action={DELETE_PATH} csrf={props.csrf}>
        {codeSentTo === undefined ? null : <MailedCodeField faults={faults} messages={messages} />}
        <div class="buttons inline">
          <button type="submit" class="small bad" name="action" value="now" data-working="">
            {words.now}
          </button>
          {codeSentTo === undefined ? null : (
            <button type="submit" class="small quiet" name="action" value="send" data-working="">
              {verify.sendAgain}
            </button>
          )}
          {props.days > 0 ? null : (
            <a class="small" href={ownPath(accountPath('data'))}>
              {words.cancel}
            </a>
          )}
        </div>
      </Form>
    </>
  );
};

const Forms = ({ props, messages }: Part) => {
  const words = messages.leaving.delete;
  return (
    <>
      <Listed title={words.goesTitle} lines={words.goes} />
      <Listed title={words.staysTitle} lines={words.stays} />
      <div class="card">
        {props.days === 0 && props.notBefore === undefined ? (
          <AtOnce props={props} messages={messages} />
        ) : (
          <>
            <Form action={DELETE_PATH} csrf={props.csrf}>
              <div class="buttons inline">
                <button type="submit" class="secondary bad" name="action" value="leave" data-working="">
                  {words.submit}
                </button>
                <a class="secondary" href={ownPath(accountPath('data'))}>
                  {words.cancel}
                </a>
              </div>
            </Form>
            {props.notBefore === undefined ? (
              <details class="danger" open={props.codeSentTo !== undefined}>
                <summary>{words.nowSummary}</summary>
                <AtOnce props={props} messages={messages} />
              </details>
            ) : null}
          </>
        )}
      </div>
    </>
  );
};

const ledeOf = ({ days, notBefore }: DeleteProps, words: Messages['leaving']['delete']) => {
  if (days > 0) return words.lede(days);
  return notBefore === undefined ? words.ledeAtOnce : words.ledeInDoubt;
};

export const renderDelete = (context: PageContext, props: DeleteProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.leaving.delete;
  const part = { props, messages };
  return renderPage(
    context,
    { title: words.title, faults: props.faults, wide: true, personal: true },
    <>
      <BackLink page="data" messages={messages} />
      <div class="page-heading">
        <h1>{words.title}</h1>
        <p class="hint">
          <Words of={ledeOf(props, words)} />
          {props.notBefore === undefined ? null : <> {words.inDoubt(timeText(props.notBefore, context.language))}</>}
        </p>
      </div>
      <FaultSummary faults={props.faults} messages={messages} />
      {props.owned.length > 0 ? <Owned {...part} /> : <Forms {...part} />}
    </>,
  );
};

/** @param until when the account is deleted; undefined: it was */
export const renderLeft = (context: PageContext, until: number | undefined): string => {
  const words = messagesFor(context.language).leaving.left;
  return renderPage(
    context,
    { title: words.title },
    <div class="card">
      <Heading
        title={words.title}
        lede={until === undefined ? words.gone : words.until(dateText(until, context.language))}
      />
      <div class="buttons">
        <a class="secondary" href="/">
          {words.home}
        </a>
      </div>
      {until === undefined ? null : (
        <p class="aside-line">
          <a href="/login">{words.signIn}</a>
        </p>
      )}
    </div>,
  );
};

/** At the end of the page of data. */
export const DeleteLink = ({ messages }: Pick<AccountSectionProps, 'messages'>) => (
  <p class="aside-line">
    <a href={DELETE_PATH}>{messages.leaving.open}</a>
  </p>
);
