// The settings of an application in one form; a viewer reads the same as a list.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page.ts';
import { showText } from '../safe-text.ts';
import { ConsoleForm, ConsoleSelect, ConsoleText, ConsoleTick, type FormOf, formOf } from './console-fields.tsx';
import { renderSection } from './console-layout.tsx';
import type { ApplicationPage } from './console-page.ts';
import { Fact } from './console-parts.tsx';
import { LogoCard } from './logo.tsx';
import { sectionPath } from './sections.ts';

type Part = { page: ApplicationPage; messages: Messages };

const METHODS = ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const;
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
const asOptions = (values: readonly string[]) => values.map((value) => [value, value] as const);

const Links = ({ of, page, messages }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  const link = (name: string, label: string, current: string | undefined, hint?: string) => (
    <ConsoleText
      of={of}
      name={name}
      label={label}
      hint={hint}
      current={current ?? ''}
      type="url"
      inputmode="url"
      optional
    />
  );
  return (
    <>
      {link('homepage_uri', words.homepage, application.homepageUri, words.linkHint)}
      {link('privacy_policy_uri', words.privacy, application.privacyPolicyUri)}
      {link('terms_uri', words.terms, application.termsUri)}
    </>
  );
};

const Clients = ({ of, page, messages }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <>
      <ConsoleSelect
        of={of}
        name="implementation_method"
        label={words.method}
        hint={words.methodHint}
        current={application.implementationMethod}
        options={asOptions(METHODS)}
      />
      <ConsoleTick
        of={of}
        name="require_pkce"
        label={words.pkce}
        hint={words.pkceHint}
        current={application.requirePkce}
      />
      <ConsoleTick
        of={of}
        name="client_secret_required"
        label={words.secret}
        hint={words.secretHint}
        current={application.clientSecretRequired}
      />
    </>
  );
};

const OpenId = ({ of, page, messages }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <>
      <ConsoleTick
        of={of}
        name="id_token_claims"
        label={words.idTokenClaims}
        hint={words.idTokenClaimsHint}
        current={application.idTokenClaims}
      />
      <ConsoleSelect
        of={of}
        name="id_token_signed_response_alg"
        label={words.idTokenAlg}
        current={application.idTokenAlg}
        options={asOptions(ALGORITHMS)}
      />
      <ConsoleSelect
        of={of}
        name="userinfo_signed_response_alg"
        label={words.userInfoAlg}
        current={application.userInfoAlg ?? ''}
        options={[['', words.userInfoNone], ...asOptions(ALGORITHMS)]}
      />
      <ConsoleText
        of={of}
        name="backchannel_logout_uri"
        label={words.backchannel}
        hint={words.backchannelHint}
        current={application.backchannelLogoutUri ?? ''}
        type="url"
        inputmode="url"
        optional
      />
    </>
  );
};

const SettingsForm = ({ page, messages }: Part) => {
  const { application } = page;
  const words = messages.console.settings;
  const of = formOf(page, 'settings', messages);
  const part = { of, page, messages };
  return (
    <ConsoleForm
      of={of}
      href={sectionPath(application.id, 'settings')}
      csrf={page.csrf}
      action="save"
      version={application.version}
    >
      <h2>{words.shown}</h2>
      <ConsoleText of={of} name="name" label={words.name} current={application.name} ownDirection />
      <Links {...part} />
      <h2>{words.clients}</h2>
      <Clients {...part} />
      <h2>{words.openid}</h2>
      <OpenId {...part} />
      <div class="buttons inline">
        <button type="submit" class="primary" data-working={messages.working}>
          {messages.console.save}
        </button>
      </div>
    </ConsoleForm>
  );
};

const SettingsFacts = ({ page, messages }: Part) => {
  const { application } = page;
  const words = messages.console.settings;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.name, application.name],
    [words.homepage, application.homepageUri],
    [words.privacy, application.privacyPolicyUri],
    [words.terms, application.termsUri],
    [words.method, application.implementationMethod],
    [words.pkce, application.requirePkce ? words.yes : words.no],
    [words.secret, application.clientSecretRequired ? words.yes : words.no],
    [words.idTokenClaims, application.idTokenClaims ? words.yes : words.no],
    [words.idTokenAlg, application.idTokenAlg],
    [words.userInfoAlg, application.userInfoAlg ?? words.userInfoNone],
    [words.backchannel, application.backchannelLogoutUri],
  ];
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          <bdi>{showText(value ?? words.none)}</bdi>
        </Fact>
      ))}
    </dl>
  );
};

export const renderSettings = (context: PageContext, page: ApplicationPage): string => {
  const messages = messagesFor(context.language);
  return renderSection(
    context,
    page,
    'settings',
    <>
      <section class="card form" aria-label={messages.console.sections.settings}>
        {page.may.change ? (
          <SettingsForm page={page} messages={messages} />
        ) : (
          <SettingsFacts page={page} messages={messages} />
        )}
      </section>
      <LogoCard page={page} messages={messages} />
    </>,
  );
};
