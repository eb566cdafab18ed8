// The scopes of APIs of the operator that an application asks people for: all that it may ask for, in one form; who may
// not change them sees a list of those that it asks for.
import type { ApplicationScope, AskableScope } from '../../core/applications/apis/application-scope.ts';
import { apiScopeField } from '../apis/api-scope-field.ts';
import type { Messages } from '../messages/messages-for.ts';
import { LANGUAGES } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { NameText, ValueText } from '../parts/words.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, formOf } from './parts/console-fields.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';
import { TranslatedLines, TranslatedTexts } from './parts/translated-texts.tsx';

/** `label`: in the page's language. */
type Askable = Pick<AskableScope, 'item' | 'apiName' | 'label'>;
type Props = { page: ApplicationPage; askable: readonly Askable[]; messages: Messages };

const Title = ({ of }: { of: Askable }) => (
  <>
    <NameText of={`${showName(of.label ?? of.item)} (${showName(of.apiName)})`} />
    {of.label === undefined ? null : <span class="hint"> {of.item}</span>}
  </>
);

const askedFor = ({ application }: ApplicationPage, { item }: Askable) =>
  application.apiScopes.find((asked) => asked.item === item);

const translatedIn = ({ item, translations }: ApplicationScope, label: string) => {
  const member = apiScopeField('purpose', item);
  return {
    translations: Object.fromEntries(
      LANGUAGES.map((language) => [language, { [member]: translations?.[language]?.purpose }]),
    ),
    members: [[member, label]] as const,
  };
};

const ScopesForm = ({ page, askable, messages }: Props) => {
  const words = messages.console.items;
  const { application } = page;
  const of = formOf(page, 'api-scopes', messages);
  const choices = messages.console.new.choices;
  return (
    <ConsoleForm
      of={of}
      href={sectionPath(application.id, 'consent-items')}
      csrf={page.csrf}
      version={application.version}
      action="save-api-scopes"
    >
      {askable.map((scope) => {
        const asked = askedFor(page, scope);
        return (
          <fieldset key={scope.item}>
            <legend>
              <Title of={scope} />
            </legend>
            <ConsoleSelect
              of={of}
              name={apiScopeField('consent', scope.item)}
              label={words.consent}
              current={asked?.consent ?? ''}
              options={[
                ['', words.apiScopes.none],
                ['optional', choices.optional],
                ['required', choices.required],
              ]}
            />
            <ConsoleText
              of={of}
              name={apiScopeField('purpose', scope.item)}
              label={words.purpose}
              current={asked?.purpose ?? ''}
              ownDirection
              optional
            />
            {asked === undefined ? null : <TranslatedTexts of={of} {...translatedIn(asked, words.purpose)} />}
          </fieldset>
        );
      })}
      <button type="submit" class="secondary narrow" data-working="">
        {messages.console.save}
      </button>
    </ConsoleForm>
  );
};

const ScopesList = ({ page, askable, messages }: Props) => {
  const words = messages.console.items;
  return (
    <ul class="rows">
      {askable.map((scope) => {
        const asked = askedFor(page, scope);
        return asked === undefined ? null : (
          <li key={scope.item}>
            <div>
              <b>
                <Title of={scope} />
              </b>{' '}
              <span class="badge">{messages.console.new.choices[asked.consent]}</span>
              <p class="hint">{asked.purpose === undefined ? words.noPurpose : <ValueText of={asked.purpose} />}</p>
              <TranslatedLines {...translatedIn(asked, words.purpose)} messages={messages} />
            </div>
          </li>
        );
      })}
    </ul>
  );
};

/** Nothing where no API lets the application ask, or it asks for nothing and cannot be changed. */
export const ApiScopes = (props: Props) => {
  const { page, askable, messages } = props;
  const words = messages.console.items;
  const shown = page.may.change ? askable : askable.filter((scope) => askedFor(page, scope) !== undefined);
  if (shown.length === 0) return null;
  return (
    <section class="card" id="api-scopes">
      <h2>{words.apiScopes.title}</h2>
      <p class="hint">{words.apiScopes.hint}</p>
      {page.may.change ? (
        <>
          {/* Once for all of them, which can be a hundred. */}
          <p class="hint">
            {words.purpose}: {words.purposeHint}
          </p>
          <ScopesForm {...props} />
        </>
      ) : (
        <ScopesList {...props} />
      )}
    </section>
  );
};
