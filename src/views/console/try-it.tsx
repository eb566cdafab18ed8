// "Try it": the form that starts a run, and the page that shows each request and each response, decoded, in order.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { Form, Primary } from '../parts/form.tsx';
import { Words } from '../parts/words.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';

type TryItWords = Messages['developers']['tryIt'];

export type TryItStep = {
  step: keyof TryItWords['steps'];
  /** Method and URL. */
  line?: string;
  /** Names and values, decoded. */
  parameters?: readonly (readonly [name: string, value: string])[];
  documents?: readonly { title?: 'header' | 'claims'; value: unknown }[];
};

export type TryItResult = {
  outcome: 'signed-in' | 'failed' | 'expired';
  steps: readonly TryItStep[];
  /** The application authenticates with a client secret; a run does not. */
  needsSecret: boolean;
};

const runPath = (page: ApplicationPage): string => `${sectionPath(page.application.id, 'try-it')}/run`;

const Start = ({ page, messages, scope }: { page: ApplicationPage; messages: Messages; scope: string }) => {
  const words = messages.developers.tryIt;
  const { platforms } = page.application;
  if (platforms.length === 0) return <p>{words.noKeys}</p>;
  return (
    <Form action={runPath(page)} csrf={page.csrf}>
      <div class="field">
        <label for="platform">{words.key}</label>
        <select id="platform" name="platform" autocomplete="off">
          {platforms.map(({ id, platform }) => (
            <option key={id} value={id}>
              {platform}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="scope">{words.scope}</label>
        <input
          id="scope"
          name="scope"
          type="text"
          value={scope}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="scope-hint"
        />
        <p class="hint" id="scope-hint">
          {words.scopeHint}
        </p>
      </div>
      <div class="buttons inline">
        <Primary text={words.start} />
      </div>
    </Form>
  );
};

/** @param scope initial value of the form's field */
export const renderTryIt = (context: PageContext, page: ApplicationPage, scope: string): string => {
  const messages = messagesFor(context.language);
  return renderSection(
    context,
    page,
    'try-it',
    <section class="card form">
      <h2>{messages.console.sections['try-it']}</h2>
      <p class="hint">{messages.developers.tryIt.hint}</p>
      <Start page={page} messages={messages} scope={scope} />
    </section>,
  );
};

const Code = ({ text }: { text: string }) => (
  <div class="copy code">
    <pre dir="ltr" lang="en">
      <code>{text}</code>
    </pre>
  </div>
);

type StepProps = { of: TryItStep; at: number; isLast: boolean; needsSecret: boolean; words: TryItWords };

/** One line of the list, which opens to all that was sent or came back. The last one, the result, is open. */
const Step = ({ of, at, isLast, needsSecret, words }: StepProps) => {
  const texts: Readonly<Record<string, string | undefined>> = words.texts;
  return (
    <details class="row exchange" open={isLast}>
      <summary>
        <span>
          <b>
            {at + 1}. {words.steps[of.step]}
          </b>
          {of.line === undefined ? null : (
            <span class="hint">
              <code dir="ltr">{of.line}</code>
            </span>
          )}
        </span>
      </summary>
      {texts[of.step] === undefined ? null : <p class="hint">{texts[of.step]}</p>}
      {of.step === 'token' && needsSecret ? <p class="hint">{words.texts.secret}</p> : null}
      {of.parameters === undefined ? null : (
        <dl class="parameters">
          {of.parameters.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code dir="ltr">{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {of.documents?.map(({ title: part, value }) => (
        <div key={part}>
          {part === undefined ? null : <h3>{words[part]}</h3>}
          <Code text={JSON.stringify(value, undefined, 2)} />
        </div>
      ))}
    </details>
  );
};

export const renderTryItResult = (context: PageContext, page: ApplicationPage, result: TryItResult): string => {
  const messages = messagesFor(context.language);
  const words = messages.developers.tryIt;
  return renderSection(
    context,
    page,
    'try-it',
    <>
      <section class="card">
        <h2>{result.outcome === 'signed-in' ? words.title : words.failed}</h2>
        {result.outcome === 'expired' ? (
          <p>{words.expired}</p>
        ) : (
          <p>
            <Words of={words.lede(page.application.name)} />
          </p>
        )}
        {result.outcome === 'signed-in' ? <p class="hint">{words.ended}</p> : null}
        <div class="buttons inline">
          <a class="small" href={ownPath(sectionPath(page.application.id, 'try-it'))}>
            {words.again}
          </a>
          {result.outcome === 'signed-in' ? (
            <a class="small" href={ownPath(sectionPath(page.application.id, 'sample-code'))}>
              {messages.console.overview.nextCode}
            </a>
          ) : null}
        </div>
      </section>
      {result.steps.length === 0 ? null : (
        <section class="card">
          <h2>{words.stepsLabel}</h2>
          {result.steps.map((step, at) => (
            <Step
              key={step.step}
              of={step}
              at={at}
              isLast={at === result.steps.length - 1}
              needsSecret={result.needsSecret}
              words={words}
            />
          ))}
        </section>
      )}
    </>,
    'section',
  );
};
