// Registers an application in under a minute: few fields, filled in for local development where possible.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { CATALOGUE_ORDER } from '../parts/claim-fields.tsx';
import {
  ConsoleFile,
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTick,
  type FormOf,
  formOf,
} from './parts/console-fields.tsx';
import { renderConsole } from './parts/console-layout.tsx';
import type { ConsolePage } from './parts/console-page.ts';
import { PlatformChoice } from './parts/platform-choice.tsx';

const HREF = '/console/applications/new';
const LOCAL = 'http://localhost:3000';

/** Number of items that most applications ask for; the others are behind a disclosure. */
const COMMON_ITEMS = 4;

const Items = ({ of, items, messages }: { of: FormOf; items: typeof CATALOGUE_ORDER; messages: Messages }) => {
  const { choices } = messages.console.new;
  const options = [
    ['', choices.none],
    ['required', choices.required],
    ['optional', choices.optional],
  ] as const;
  return (
    <div class="choices">
      {items.map((item) => (
        <ConsoleSelect
          key={item}
          of={of}
          name={`consent-${item}`}
          label={messages.items[item]}
          current={item === 'nickname' ? 'required' : ''}
          options={options}
        />
      ))}
    </div>
  );
};

/** A native application's is filled in from its name by the script, and by the server if it is left empty. */
const RedirectUris = ({ of, messages }: { of: FormOf; messages: Messages }) => {
  const words = messages.console.new;
  return (
    <>
      <div class="of-web">
        <ConsoleText
          of={of}
          name="redirect_uri"
          label={words.redirectUri}
          hint={words.redirectUriHint}
          current={`${LOCAL}/callback`}
          type="url"
          inputmode="url"
        />
      </div>
      <div class="of-native">
        <ConsoleText
          of={of}
          name="native_redirect_uri"
          label={words.nativeRedirectUri}
          hint={words.nativeRedirectUriHint}
          current=""
          type="url"
          inputmode="url"
          optional
        />
      </div>
    </>
  );
};

const isAsked = (of: FormOf, items: typeof CATALOGUE_ORDER): boolean =>
  items.some((item) => of.sent?.values.get(`consent-${item}`) !== undefined);

export const renderNewApplication = (context: PageContext, page: ConsolePage): string => {
  const messages = messagesFor(context.language);
  const words = messages.console.new;
  const of = formOf(page, 'new', messages);
  const [usual, others] = [CATALOGUE_ORDER.slice(0, COMMON_ITEMS), CATALOGUE_ORDER.slice(COMMON_ITEMS)];
  return renderConsole(
    context,
    page,
    { title: words.title, place: 'within-applications' },
    <section class="card">
      <h1>{words.title}</h1>
      <p class="hint">{words.lede}</p>
      <ConsoleForm of={of} href={HREF} csrf={page.csrf} action="register" withFile>
        <div class="columns">
          <div>
            <ConsoleText of={of} name="name" label={words.name} hint={words.nameHint} current="" ownDirection focus />
            <ConsoleFile
              of={of}
              name="logo"
              label={messages.console.logo.title}
              hint={messages.console.logo.hint}
              accept="image/png,image/webp"
              optional
            />
            <PlatformChoice of={of} offered={['Web', 'Android', 'iOS']} siteDomain={LOCAL}>
              <RedirectUris of={of} messages={messages} />
            </PlatformChoice>
          </div>
          <fieldset>
            <legend>{words.items}</legend>
            <p class="hint">{words.itemsHint}</p>
            <Items of={of} items={usual} messages={messages} />
            <details class="group" open={isAsked(of, others)}>
              <summary>{words.moreItems}</summary>
              <Items of={of} items={others} messages={messages} />
            </details>
          </fieldset>
        </div>
        <ConsoleTick of={of} name="login_activation" label={words.login} hint={words.loginHint} current />
        <div class="buttons inline">
          <button type="submit" class="primary" data-working="">
            {words.submit}
          </button>
          <a class="secondary" href="/console">
            {messages.cancel}
          </a>
        </div>
      </ConsoleForm>
    </section>,
  );
};
