// Platforms with their keys and site domains, redirect URIs and post-logout redirect URIs.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { NarrowButton } from '../parts/form.tsx';
import { ConsoleForm, ConsoleText, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { AddressesProps, ApplicationPage } from './parts/console-page.ts';
import { Maker } from './parts/console-parts.tsx';
import { EditableRow } from './parts/editable-row.tsx';
import { sectionPath } from './parts/sections.ts';
import { AddPlatform, Platform } from './platforms.tsx';
import { RefusedLogoutUris } from './refused-logout-uris.tsx';

/** Maximum number in each list (contract 3). */
const MAX_URIS = 20;

type Part = { page: ApplicationPage; messages: Messages };

const Platforms = ({ page, messages }: Part) => {
  const words = messages.console.addresses;
  const { platforms } = page.application;
  return (
    <section class="card">
      <h2>{words.platforms}</h2>
      <p class="hint">{platforms.length === 0 ? words.noPlatforms : words.platformsHint}</p>
      {platforms.map((entry) => (
        <Platform key={entry.id} entry={entry} page={page} messages={messages} />
      ))}
      {page.may.change ? <AddPlatform page={page} messages={messages} /> : null}
    </section>
  );
};

type UriListProps = Part & {
  /** Names the forms and their actions. */
  kind: 'redirect-uri' | 'logout-uri';
  field: string;
  title: string;
  hint: string;
  empty: string;
  add: string;
  /** Of one entry. */
  label: string;
  /** A fitting one that is not registered yet. */
  suggested?: string | undefined;
  uris: readonly { entry: string; uri: string }[];
};

const UriList = (props: UriListProps) => {
  const { page, messages, kind, uris, suggested } = props;
  const of = formOf(page, kind, messages);
  // A form that is shown again keeps what was typed.
  // Nobody can sign in without a redirect URI, so its form waits open.
  const isNeeded = kind === 'redirect-uri';
  const isFull = uris.length >= MAX_URIS && !of.sent;
  return (
    <section class="card">
      <h2>{props.title}</h2>
      <p class="hint">{uris.length === 0 ? props.empty : props.hint}</p>
      <ul class="rows">
        {uris.map(({ entry, uri }, at) => (
          <EditableRow
            key={entry}
            page={page}
            messages={messages}
            kind={kind}
            at={at}
            entry={entry}
            uri={uri}
            field={props.field}
            label={props.label}
          />
        ))}
      </ul>
      {page.may.change && isFull ? <p class="hint">{messages.console.addresses.full}</p> : null}
      {page.may.change && !isFull ? (
        <Maker
          title={props.add}
          open={(isNeeded && uris.length === 0) || suggested !== undefined || of.sent !== undefined}
        >
          <ConsoleForm
            of={of}
            href={sectionPath(page.application.id, 'addresses')}
            csrf={page.csrf}
            action={`add-${kind}`}
            version={page.application.version}
          >
            <ConsoleText
              of={of}
              name={props.field}
              label={props.add}
              labelUnseen
              hint={suggested === undefined ? undefined : messages.console.addresses.suggested}
              current={suggested ?? ''}
              type="url"
              inputmode="url"
            />
            <NarrowButton text={messages.console.add} />
          </ConsoleForm>
        </Maker>
      ) : null}
    </section>
  );
};

export const renderAddresses = (context: PageContext, page: ApplicationPage, props: AddressesProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console.addresses;
  const { application } = page;
  const part = { page, messages };
  return renderSection(
    context,
    page,
    'addresses',
    <div class="columns">
      <Platforms {...part} />
      <div>
        <UriList
          {...part}
          kind="redirect-uri"
          field="redirect_uri"
          title={words.redirectUris}
          hint={words.redirectUrisHint}
          empty={words.noRedirectUris}
          add={words.addRedirectUri}
          label={words.redirectUri}
          suggested={props.suggestedUri}
          uris={application.redirectUris.map(({ id, redirectUri }) => ({ entry: id, uri: redirectUri }))}
        />
        <UriList
          {...part}
          kind="logout-uri"
          field="post_logout_redirect_uri"
          title={words.logoutUris}
          hint={words.logoutUrisHint}
          empty={words.noLogoutUris}
          add={words.addLogoutUri}
          label={words.logoutUri}
          uris={application.postLogoutRedirectUris.map((uri) => ({ entry: uri, uri }))}
        />
        <RefusedLogoutUris
          {...part}
          language={context.language}
          refused={props.refused}
          mayAdd={application.postLogoutRedirectUris.length < MAX_URIS}
        />
      </div>
    </div>,
  );
};
