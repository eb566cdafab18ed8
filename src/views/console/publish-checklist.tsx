// What an application still lacks before everyone signs in to it: each line leads to where it is done.
import type { Application } from '../../core/applications/applications/application.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { Messages } from '../messages/messages-for.ts';
import { LANGUAGES } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { CheckIcon } from '../parts/icons.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { type SectionName, sectionPath } from './parts/sections.ts';

type Step = keyof Messages['console']['publish']['steps'];

/**
 * Items whose purpose some reader finds in another language than that of the page. The default text is in one of them,
 * whichever it is.
 */
const untranslated = ({ consentItems }: Application): readonly ConsentItemName[] =>
  consentItems
    .filter(
      ({ purpose, translations }) =>
        purpose === undefined ||
        LANGUAGES.filter((language) => translations?.[language]?.purpose === undefined).length > 1,
    )
    .map(({ item }) => item);

/** `at`: the field of the section. `items`: those it is still about. */
const STEPS: readonly {
  step: Step;
  section: SectionName;
  at?: string;
  done(application: Application): boolean;
  items?(application: Application): readonly ConsentItemName[];
}[] = [
  { step: 'redirectUri', section: 'addresses', done: ({ redirectUris }) => redirectUris.length > 0 },
  {
    step: 'purposes',
    section: 'consent-items',
    done: ({ consentItems }) => consentItems.every(({ purpose }) => purpose !== undefined),
  },
  {
    step: 'languages',
    section: 'consent-items',
    done: (application) => untranslated(application).length === 0,
    items: untranslated,
  },
  {
    step: 'retention',
    section: 'consent-items',
    done: ({ consentItems }) => consentItems.every(({ retention }) => retention !== undefined),
  },
  {
    step: 'company',
    section: 'settings',
    at: 'settings-company_name',
    done: ({ companyName }) => companyName !== undefined,
  },
  {
    step: 'privacy',
    section: 'settings',
    at: 'settings-privacy_policy_uri',
    done: ({ privacyPolicyUri }) => privacyPolicyUri !== undefined,
  },
  { step: 'logo', section: 'settings', at: 'logo-logo', done: ({ logoHash }) => logoHash !== undefined },
  { step: 'audience', section: 'sign-in', at: 'sign-in-audience', done: ({ audience }) => audience !== 'team' },
];

export const PublishChecklist = ({ page, messages }: { page: ApplicationPage; messages: Messages }) => {
  const { application } = page;
  const words = messages.console.publish;
  const steps = STEPS.map((step) => ({ ...step, isDone: step.done(application) }));
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{done === steps.length ? words.ready : words.progress(done, steps.length)}</p>
      <ul class="checks">
        {steps.map(({ step, section, at, isDone, items }) => (
          <li key={step} class={isDone ? 'check ticked' : 'check'}>
            {isDone ? <CheckIcon /> : <span class="open" />}
            <span>
              <a class="does" href={ownPath(sectionPath(application.id, section) + (at === undefined ? '' : `#${at}`))}>
                {words.steps[step]}
                {isDone ? <span class="unseen"> {words.done}</span> : null}
              </a>
              {isDone || items === undefined ? null : (
                <span class="hint">
                  {items(application)
                    .map((item) => messages.items[item])
                    .join(', ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
