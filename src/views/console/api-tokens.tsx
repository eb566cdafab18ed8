// A person's API tokens, and the tokens of machines: made, shown once and ended here.
import type { TokenMaker } from '../../core/applications/machine-tokens/token-makers.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import { accountPath } from './parts/account-path.ts';
import { ConsoleFaultOf, ConsoleForm, ConsoleText, ConsoleTick, type FormOf, formOf } from './parts/console-fields.tsx';
import { renderConsole } from './parts/console-layout.tsx';
import type { ApiTokensProps } from './parts/console-page.ts';
import { ConfirmFirst, Copyable, MadeCard, Maker } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { InlineText } from './parts/inline-text.tsx';
import { STAFF_PATHS } from './parts/staff-pages.ts';

export const MACHINE_TOKENS = STAFF_PATHS['machine-tokens'];
const DEFAULT_DAYS = '90';

type Words = Messages['console']['tokens'];
type Part = { props: ApiTokensProps; messages: Messages; href: string; words: Words };
type Token = ApiTokensProps['tokens'][number];

const CreatedToken = ({ props, messages, words }: Part) => (
  <MadeCard made={props.made} words={words} messages={messages}>
    {(token) => (
      <>
        <p class="hint">{words.try}</p>
        <Copyable of={`curl ${props.apiUrl}/consent-items -H 'Authorization: Bearer ${token}'`} messages={messages} />
      </>
    )}
  </MadeCard>
);

const timesOf = (token: Token, now: number, words: Words, language: Language): string => {
  const day = (moment: number) => dateText(moment, language);
  const ending = token.expiresAt === undefined ? words.never : `${words.ends} ${day(token.expiresAt)}`;
  return [
    `${words.made} ${day(token.createdAt)}`,
    token.lastUsedAt === undefined ? words.neverUsed : `${words.used} ${day(token.lastUsedAt)}`,
    token.expiresAt !== undefined && token.expiresAt <= now ? words.ended : ending,
  ].join('\u00a0· ');
};

/** Of a machine token, which is nobody's. */
const MakerText = ({ maker, messages }: { maker: TokenMaker | null; messages: Messages }) => {
  const words = messages.machineTokens;
  if (maker === null) return <p class="hint">{words.madeByCommand}</p>;
  if (maker.email === undefined) return <p class="hint">{words.makerGone(maker.id)}</p>;
  return (
    <p class="hint">
      {words.madeBy}{' '}
      <a href={accountPath(maker.id)}>
        <InlineText of={maker.email} />
      </a>
      {maker.isActive ? null : ` (${words.noOperator})`}
    </p>
  );
};

const Row = ({ token, props, messages, language, href, words }: Part & { token: Token; language: Language }) => {
  return (
    <li>
      <div>
        <b>
          <NameText of={token.name} />
        </b>
        <p class="hint">{token.scopes.map((scope) => words.scopeNames[scope]).join('\u00a0· ')}</p>
        <p class="hint">{timesOf(token, props.now, words, language)}</p>
        {token.maker === undefined ? null : <MakerText maker={token.maker} messages={messages} />}
        {props.confirmHref === undefined ? (
          <DangerForm
            of={formOf(props, `token-${token.id}`, messages)}
            href={href}
            csrf={props.csrf}
            action="remove"
            entry={token.id}
            title={words.remove}
            ask={words.removeAsk}
            confirm={words.removeConfirm}
          />
        ) : null}
      </div>
    </li>
  );
};

/** Who may give only one scope is not asked. */
const Scopes = ({ of, props, words }: Part & { of: FormOf }) => {
  const [only, ...more] = props.scopes;
  if (more.length === 0) return <input type="hidden" name={`scope-${only}`} value="on" />;
  return (
    <fieldset id={`${of.id}-scopes`}>
      <legend>{words.scopes}</legend>
      {props.scopes.map((scope) => (
        <ConsoleTick
          key={scope}
          of={of}
          name={`scope-${scope}`}
          label={words.scopeNames[scope]}
          hint={scope}
          current={scope === 'applications'}
        />
      ))}
      <ConsoleFaultOf of={of} name="scopes" />
    </fieldset>
  );
};

const MakeForm = (part: Part) => {
  const { props, messages, href, words } = part;
  const of = formOf(props, 'token', messages);
  return (
    <Maker title={words.create} open={props.tokens.length === 0 || of.sent !== undefined}>
      <ConsoleForm of={of} href={href} csrf={props.csrf} action="create">
        <input type="hidden" name="newest" value={props.tokens.at(-1)?.id ?? ''} />
        <ConsoleText of={of} name="name" label={words.name} hint={words.nameHint} current="" ownDirection />
        <Scopes of={of} {...part} />
        <ConsoleText
          of={of}
          name="days"
          label={words.days}
          hint={props.scopes.length > 1 ? words.daysHintStaff : words.daysHint}
          current={DEFAULT_DAYS}
          inputmode="numeric"
        />
        <NarrowButton text={words.create} />
      </ConsoleForm>
    </Maker>
  );
};

const renderTokens = (context: PageContext, title: string, part: Part): string => {
  const { props, messages, href, words } = part;
  return renderConsole(
    context,
    props,
    { title, place: href === MACHINE_TOKENS ? 'machine-tokens' : 'tokens' },
    <>
      <div class="top">
        <h1>{title}</h1>
      </div>
      <CreatedToken {...part} />
      <ConfirmFirst page={props} messages={messages} />
      <section class="card" aria-label={title}>
        <p class="hint">{words.hint}</p>
        {props.tokens.length === 0 ? (
          <p class="empty">{words.empty}</p>
        ) : (
          <ul class="rows">
            {props.tokens.map((token) => (
              <Row key={token.id} token={token} language={context.language} {...part} />
            ))}
          </ul>
        )}
        {props.made?.secret === undefined && props.confirmHref === undefined ? <MakeForm {...part} /> : null}
      </section>
    </>,
  );
};

export const renderApiTokens = (context: PageContext, props: ApiTokensProps): string => {
  const messages = messagesFor(context.language);
  const { apiTokens, tokens } = messages.console;
  return renderTokens(context, apiTokens, { props, messages, href: '/console/api-tokens', words: tokens });
};

export const renderMachineTokens = (context: PageContext, props: ApiTokensProps): string => {
  const messages = messagesFor(context.language);
  const words = { ...messages.console.tokens, ...messages.machineTokens.words };
  return renderTokens(context, messages.machineTokens.title, { props, messages, href: MACHINE_TOKENS, words });
};
