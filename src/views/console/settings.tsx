// The settings of an application in one form; a viewer sees them as a list.
import type { FlagField, FlagName } from '../../core/applications/application-fields.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { countryName, countryOptions } from '../parts/country-name.ts';
import type { Language, PageContext } from '../parts/page.ts';
import { showText } from '../parts/safe-text.ts';
import { LogoCard } from './logo.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, ConsoleTick, type FormOf, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { Fact } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';
import { TranslatedTexts, textsByLanguage } from './parts/translated-texts.tsx';

/** A switch of an application: its member, its name in the form, and the heading it is under. */
export type ShownFlag = { name: FlagName; wire: string; group: FlagField['group'] };

/** What the form chooses from. */
export type SettingsChoices = { flags: readonly ShownFlag[]; countries: readonly string[] };

type Part = SettingsChoices & { page: ApplicationPage; messages: Messages; language: Language };

const METHODS = ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const;
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
const AUDIENCES = ['everyone', 'team'] as const;
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

const Company = ({ of, page, messages, language, countries }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <>
      <ConsoleText
        of={of}
        name="company_name"
        label={words.company}
        hint={words.companyHint}
        current={application.companyName ?? ''}
        ownDirection
        optional
      />
      <ConsoleSelect
        of={of}
        name="company_country"
        label={words.country}
        current={application.companyCountry ?? ''}
        options={[['', words.none], ...countryOptions(countries, language)]}
      />
    </>
  );
};

type TicksProps = Pick<Part, 'page' | 'messages' | 'flags'> & { of: FormOf; group: ShownFlag['group'] };

/** The switches under one heading. */
const Ticks = ({ of, page, messages, flags, group }: TicksProps) => {
  const words = messages.console.settings.flags;
  return flags
    .filter((flag) => flag.group === group)
    .map(({ name, wire }) => (
      <ConsoleTick key={wire} of={of} name={wire} {...words[name]} current={page.application[name]} />
    ));
};

const Clients = ({ of, page, messages, flags }: Part & { of: FormOf }) => {
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
      <ConsoleSelect
        of={of}
        name="audience"
        label={words.audience}
        hint={words.audienceHint}
        current={application.audience}
        options={AUDIENCES.map((audience) => [audience, words.audiences[audience]] as const)}
      />
      <Ticks of={of} page={page} messages={messages} flags={flags} group="clients" />
    </>
  );
};

const OpenId = ({ of, page, messages, flags }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <>
      <Ticks of={of} page={page} messages={messages} flags={flags} group="openid" />
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

const SettingsForm = (choices: Part) => {
  const { page, messages } = choices;
  const { application } = page;
  const words = messages.console.settings;
  const of = formOf(page, 'settings', messages);
  const part = { ...choices, of };
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
      <TranslatedTexts of={of} translations={application.translations} members={[['name', words.name]]} />
      <Company {...part} />
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

const SettingsFacts = ({ page, messages, language, flags }: Part) => {
  const { application } = page;
  const words = messages.console.settings;
  const { translations } = application;
  const names = textsByLanguage({ translations, members: [['name', words.name]] }, messages);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.name, application.name],
    ...names.filter(({ current }) => current !== '').map(({ label, current }) => [label, current] as const),
    [words.company, application.companyName],
    [words.country, application.companyCountry && countryName(application.companyCountry, language)],
    [words.homepage, application.homepageUri],
    [words.privacy, application.privacyPolicyUri],
    [words.terms, application.termsUri],
    [words.method, application.implementationMethod],
    [words.audience, words.audiences[application.audience]],
    ...flags.map(({ name }) => [words.flags[name].label, application[name] ? words.yes : words.no] as const),
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

export const renderSettings = (context: PageContext, page: ApplicationPage, choices: SettingsChoices): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const part = { ...choices, page, messages, language };
  return renderSection(
    context,
    page,
    'settings',
    <>
      <section class="card form" aria-label={messages.console.sections.settings}>
        {page.may.change ? <SettingsForm {...part} /> : <SettingsFacts {...part} />}
      </section>
      <LogoCard page={page} messages={messages} />
    </>,
  );
};
