// What people see of an application, and what the console needs to know, in one form; a viewer sees it as a list.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { countryName, countryOptions } from '../parts/country-name.ts';
import { MainButton } from '../parts/form.tsx';
import { LogoCard } from './logo.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, type FormOf, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { Facts } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';
import { TranslatedTexts, textsByLanguage } from './parts/translated-texts.tsx';

type Part = { page: ApplicationPage; messages: Messages; language: Language; countries: readonly string[] };

const METHODS = ['REST API', 'JavaScript', 'Android', 'iOS', 'Flutter'] as const;

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

const Method = ({ of, page, messages }: Part & { of: FormOf }) => {
  const words = messages.console.settings;
  return (
    <ConsoleSelect
      of={of}
      name="implementation_method"
      label={words.method}
      hint={words.methodHint}
      current={page.application.implementationMethod}
      options={METHODS.map((method) => [method, method] as const)}
    />
  );
};

const SettingsForm = (settings: Part) => {
  const { page, messages } = settings;
  const { application } = page;
  const words = messages.console.settings;
  const of = formOf(page, 'settings', messages);
  const part = { ...settings, of };
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
      <h2>{words.development}</h2>
      <Method {...part} />
      <MainButton text={messages.console.save} />
    </ConsoleForm>
  );
};

const SettingsFacts = ({ page, messages, language }: Part) => {
  const { application } = page;
  const words = messages.console.settings;
  const { translations } = application;
  const names = textsByLanguage({ translations, members: [['name', words.name]] }, messages);
  return (
    <Facts
      none={words.none}
      of={[
        [words.name, application.name],
        ...names.filter(({ current }) => current !== '').map(({ label, current }) => [label, current] as const),
        [words.company, application.companyName],
        [words.country, application.companyCountry && countryName(application.companyCountry, language)],
        [words.homepage, application.homepageUri],
        [words.privacy, application.privacyPolicyUri],
        [words.terms, application.termsUri],
        [words.method, application.implementationMethod],
      ]}
    />
  );
};

export const renderSettings = (
  context: PageContext,
  page: ApplicationPage,
  { countries }: { countries: readonly string[] },
): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const part = { page, messages, language, countries };
  return renderSection(
    context,
    page,
    'settings',
    <div class="columns">
      <section class="card" aria-label={messages.console.sections.settings}>
        {page.may.change ? (
          <SettingsForm {...part} />
        ) : (
          <>
            <h2>{messages.console.sections.settings}</h2>
            <SettingsFacts {...part} />
          </>
        )}
      </section>
      <LogoCard page={page} messages={messages} />
    </div>,
  );
};
