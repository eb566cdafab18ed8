// The scopes of APIs of the operator that an application asks people for: all that it may ask for, in one form.
import type { AskableScope } from '../../core/applications/apis/application-scope.ts';
import { apiScopeField } from '../apis/api-scope-field.ts';
import type { Messages } from '../messages/messages-for.ts';
import { showName } from '../page/safe-text.ts';
import { NameText } from '../parts/words.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, formOf } from './parts/console-fields.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';

/** `label`: in the page's language. */
type Props = {
  page: ApplicationPage;
  askable: readonly Pick<AskableScope, 'item' | 'apiName' | 'label'>[];
  messages: Messages;
};

/** Nothing where no API lets the application ask. */
export const ApiScopes = ({ page, askable, messages }: Props) => {
  const words = messages.console.items;
  const { application } = page;
  if (askable.length === 0) return null;
  const of = formOf(page, 'api-scopes', messages);
  const choices = messages.console.new.choices;
  return (
    <section class="card" id="api-scopes">
      <h2>{words.apiScopes.title}</h2>
      <p class="hint">{words.apiScopes.hint}</p>
      {/* Once for all of them, which can be a hundred. */}
      <p class="hint">
        {words.purpose}: {words.purposeHint}
      </p>
      <ConsoleForm
        of={of}
        href={sectionPath(application.id, 'consent-items')}
        csrf={page.csrf}
        version={application.version}
        action="save-api-scopes"
      >
        {askable.map((scope) => {
          const asked = application.apiScopes.find(({ item }) => item === scope.item);
          return (
            <fieldset key={scope.item}>
              <legend>
                <NameText of={`${showName(scope.label ?? scope.item)} (${showName(scope.apiName)})`} />
                {scope.label === undefined ? null : <span class="hint"> {scope.item}</span>}
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
            </fieldset>
          );
        })}
        {page.may.change ? (
          <button type="submit" class="secondary narrow" data-working="">
            {messages.console.save}
          </button>
        ) : null}
      </ConsoleForm>
    </section>
  );
};
