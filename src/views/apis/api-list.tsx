// The operator's own APIs, and the form that makes one (contract 45).
import type { Api } from '../../core/applications/apis/api.ts';
import { ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Maker, Pager } from '../console/parts/console-parts.tsx';
import { InlineText } from '../console/parts/inline-text.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { Empty, NarrowButton } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import { ApiFields, NEW_API, NewScopeFields } from './api-fields.tsx';

export const APIS = STAFF_PATHS.apis;
export const apiPath = (id: string): string => `${APIS}/${id}`;

export type ApiListProps = ConsolePage & {
  apis: readonly Api[];
  /** Whether there are APIs before these. */
  later: boolean;
  /** The API after which the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
};

type Part = { props: ApiListProps; messages: Messages };

const Rows = ({ props, messages: { apis: words } }: Part) => (
  <ul class="rows">
    {props.apis.map(({ id, name, resource, scopes }) => (
      <li key={id}>
        <div>
          <a href={ownPath(apiPath(id))}>
            <NameText of={name} />
          </a>
          <p class="hint">
            <InlineText of={resource} />
            {'\u00a0· '}
            {scopes.length === 0 ? words.noScopes : words.countScopes(scopes.length)}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

const Create = ({ props, messages }: Part) => {
  const of = formOf(props, 'api', messages);
  if (props.confirmHref !== undefined) return null;
  return (
    <Maker title={messages.apis.create} open={of.sent !== undefined}>
      <ConsoleForm of={of} href={APIS} csrf={props.csrf} action="create">
        <ApiFields of={of} api={NEW_API}>
          <NewScopeFields of={of} />
        </ApiFields>
        <NarrowButton text={messages.apis.create} />
      </ConsoleForm>
    </Maker>
  );
};

export const renderApiList = (context: PageContext, props: ApiListProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.apis;
  const part = { props, messages };
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'apis' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <ConfirmFirst page={props} messages={messages} />
      <section class="card" aria-label={words.title}>
        <p class="hint">{words.hint}</p>
        {props.apis.length === 0 ? <Empty title={words.empty} hint={words.emptyHint} /> : <Rows {...part} />}
        <Pager
          links={[
            [props.later ? APIS : undefined, messages.console.first],
            [props.nextAfter === undefined ? undefined : `${APIS}?after=${props.nextAfter}`, messages.console.more],
          ]}
          messages={messages}
        />
        <Create {...part} />
      </section>
    </>,
  );
};
