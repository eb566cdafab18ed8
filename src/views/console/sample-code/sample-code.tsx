// Sample code for an application: one set for each kind of client, one sample of it at a time, each file to copy as a
// whole.
import type { ImplementationMethod } from '../../../core/applications/applications/application-fields.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { ownPath } from '../../page/safe-text.ts';
import { AlertIcon } from '../../parts/icons.tsx';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage } from '../parts/console-page.ts';
import { Copyable } from '../parts/console-parts.tsx';
import { type SectionName, sectionPath } from '../parts/sections.ts';
import type { Sample } from './sample.ts';
import { METHODS, type SamplesFor, SECRET_PLACEHOLDER, samplesFor } from './samples-for.ts';
import { SignInButtonCard } from './sign-in-button.tsx';

export type SampleCodeProps = {
  method: ImplementationMethod;
  /** Which of its samples is open; others or none: the first. */
  sample?: string | undefined;
  authUrl: string;
  apiUrl: string;
};

type Part = { page: ApplicationPage; messages: Messages };

const hrefOf = (page: ApplicationPage, query: { method: ImplementationMethod; sample?: string }): string =>
  ownPath(`${sectionPath(page.application.id, 'sample-code')}?${new URLSearchParams(query)}`);

const SectionLink = ({ page, to, text }: { page: ApplicationPage; to: SectionName; text: string }) => (
  <a href={ownPath(sectionPath(page.application.id, to))}>{text}</a>
);

const Methods = ({ page, messages, here }: Part & { here: ImplementationMethod }) => (
  <nav class="tabs" aria-label={messages.developers.samples.method}>
    {METHODS.map((method) => (
      <a key={method} href={hrefOf(page, { method })} aria-current={method === here ? 'page' : undefined} lang="en">
        {method}
      </a>
    ))}
  </nav>
);

const Warning = ({ text, children }: { text: string; children?: preact.ComponentChildren }) => (
  <div class="notice bad">
    <AlertIcon />
    <div>
      <p>{text}</p>
      {children}
    </div>
  </div>
);

/** Code of several lines. With JavaScript a button copies it; without it one click selects all of it. */
const File = ({ name, text, messages }: { name: string; text: string; messages: Messages }) => (
  <figure class="file">
    <figcaption>
      <code>{name}</code>
    </figcaption>
    <div class="copy code" data-copy={messages.console.copy} data-copied={messages.console.copied}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll here and not the page, with the keyboard too */}
      <pre dir="ltr" lang="en" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  </figure>
);

const Title = ({ sample }: { sample: Sample }) => (
  <span class="what" lang="en">
    {sample.title}
  </span>
);

const OpenSample = ({ sample, page, messages }: Part & { sample: Sample }) => {
  const words = messages.developers.samples;
  const needsSecret = sample.files.some(({ text }) => text.includes(SECRET_PLACEHOLDER));
  return (
    <details class="row" open>
      <summary>
        <Title sample={sample} />
      </summary>
      {sample.tested ? null : <p class="hint">{words.untested}</p>}
      {sample.secretIsPublic ? <Warning text={words.secretIsPublic} /> : null}
      {needsSecret ? (
        <p class="hint">
          {words.secret} <SectionLink page={page} to="client-secrets" text={words.secretLink} />
        </p>
      ) : null}
      {sample.ownRedirectUri === undefined ? null : (
        <Warning text={words.ownRedirectUri}>
          <Copyable of={sample.ownRedirectUri} messages={messages} />
          {page.may.change ? (
            <p>
              <SectionLink page={page} to="addresses" text={words.addRedirectUri} />
            </p>
          ) : null}
        </Warning>
      )}
      {sample.files.map(({ name, text }) => (
        <File key={name} name={name} text={text} messages={messages} />
      ))}
      {sample.commands === undefined ? null : <File name={words.run} text={sample.commands} messages={messages} />}
    </details>
  );
};

/** The code of the others weighs as much, and is loaded when it is asked for. */
const Samples = (props: Part & SampleCodeProps & { of: readonly Sample[] }) => {
  const { of, page, messages, method } = props;
  const open = of.find(({ id }) => id === props.sample) ?? of[0];
  return of.map((sample) =>
    sample === open ? (
      <OpenSample key={sample.id} sample={sample} page={page} messages={messages} />
    ) : (
      <a key={sample.id} class="row" href={hrefOf(page, { method, sample: sample.id })}>
        <Title sample={sample} />
      </a>
    ),
  );
};

const Missing = ({ set, page, messages }: Part & { set: Extract<SamplesFor, { kind: 'missing' }> }) => {
  const words = messages.developers.samples;
  const isPlatform = set.what === 'platform';
  return (
    <>
      <p>{isPlatform ? words.noPlatform(set.platforms.join(', ')) : words.noRedirectUri}</p>
      {page.may.change ? (
        <p>
          <SectionLink page={page} to="addresses" text={isPlatform ? words.addPlatform : words.addRedirectUri} />
        </p>
      ) : null}
    </>
  );
};

export const renderSampleCode = (context: PageContext, page: ApplicationPage, props: SampleCodeProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.developers.samples;
  const { application } = page;
  const set = samplesFor({ application, ...props });
  return renderSection(
    context,
    page,
    'sample-code',
    <>
      <section class="card">
        <h2>{messages.console.sections['sample-code']}</h2>
        <p class="hint">{words.hint}</p>
        <Methods page={page} messages={messages} here={props.method} />
        {application.loginActivation ? null : (
          <p class="hint">
            {words.off} {page.may.change ? <SectionLink page={page} to="overview" text={words.offLink} /> : null}
          </p>
        )}
        {set.kind === 'missing' ? (
          <Missing set={set} page={page} messages={messages} />
        ) : (
          <Samples of={set.samples} page={page} messages={messages} {...props} />
        )}
      </section>
      <SignInButtonCard context={context} authUrl={props.authUrl} />
    </>,
    'section',
  );
};
