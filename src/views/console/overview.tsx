// An application at a glance: its keys to copy, the login switch, and what a client needs to know about this server.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { TimeText } from '../page/time-text.tsx';
import { numberText } from '../parts/number-text.ts';
import { ApiKeys } from './api-keys.tsx';
import { ConsoleForm, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage, OverviewProps } from './parts/console-page.ts';
import { Copyable, Fact } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { sectionPath } from './parts/sections.ts';
import { PublishChecklist } from './publish-checklist.tsx';

type Part = { page: ApplicationPage; messages: Messages };

/** A button that shows the state of the switch and changes it, without JavaScript. */
const SwitchOn = ({ page, messages }: Part) => {
  const { application } = page;
  const words = messages.console.overview;
  return (
    <ConsoleForm
      of={formOf(page, 'login', messages)}
      href={sectionPath(application.id, 'overview')}
      csrf={page.csrf}
      action="login"
      version={application.version}
    >
      <button
        type="submit"
        class="toggle"
        role="switch"
        aria-checked="false"
        aria-label={words.loginLabel}
        title={words.turnOn}
        name="login_activation"
        value="ON"
      />
    </ConsoleForm>
  );
};

/** Turning login off stops everybody's sign-in at once, so it needs a second click. */
const SwitchOff = ({ page, messages }: Part) => {
  const { application } = page;
  const words = messages.console.overview;
  return (
    <DangerForm
      of={formOf(page, 'login', messages)}
      href={sectionPath(application.id, 'overview')}
      csrf={page.csrf}
      action="login"
      version={application.version}
      title={words.turnOff}
      ask={words.turnOffAsk}
      confirm={words.turnOffConfirm}
    >
      <input type="hidden" name="login_activation" value="OFF" />
    </DangerForm>
  );
};

const Login = ({ page, messages }: Part) => {
  const words = messages.console.overview;
  const { loginActivation: on, audience } = page.application;
  return (
    <section class="card">
      <div class="top">
        <h2>
          {words.login} <span class={on ? 'badge good' : 'badge'}>{on ? words.on : words.off}</span>
        </h2>
        {page.may.change && !on ? <SwitchOn page={page} messages={messages} /> : null}
      </div>
      <p class="hint">{on ? words.onTexts[audience] : words.offText}</p>
      {page.may.change && on ? <SwitchOff page={page} messages={messages} /> : null}
    </section>
  );
};

/** Next steps: sample code, a run of "try it", and the three requests of a sign-in, filled in as far as possible. */
const NextSteps = ({ page, messages, props }: Part & { props: OverviewProps }) => {
  const { application } = page;
  const words = messages.console.overview;
  const [entry] = application.platforms;
  const [uri] = application.redirectUris;
  if (!entry) return null;
  if (!uri) {
    return (
      <section class="card">
        <h2>{words.next}</h2>
        <p class="hint">{words.noUri}</p>
        {page.may.change ? (
          <p>
            <a href={ownPath(sectionPath(application.id, 'addresses'))}>{words.noUriAction}</a>
          </p>
        ) : null}
      </section>
    );
  }
  const back = encodeURIComponent(uri.redirectUri);
  const authorize = `${props.authUrl}/oauth/authorize?response_type=code&client_id=${entry.apiKey}&redirect_uri=${back}`;
  const token = `curl ${props.authUrl}/oauth/token -d grant_type=authorization_code -d client_id=${entry.apiKey} -d redirect_uri=${back} -d code=CODE`;
  const user = `curl ${props.apiUrl}/user-info -H 'Authorization: Bearer ACCESS_TOKEN'`;
  return (
    <section class="card">
      <h2>{words.next}</h2>
      <p class="hint">{words.nextHint}</p>
      <div class="buttons inline">
        <a class="primary" href={ownPath(sectionPath(application.id, 'sample-code'))}>
          {words.nextCode}
        </a>
        <a class="secondary" href={ownPath(sectionPath(application.id, 'try-it'))}>
          {words.nextTry}
        </a>
      </div>
      <details class="group">
        <summary>{words.byHand}</summary>
        <ol class="steps">
          <li>
            {words.stepLink}
            <Copyable of={authorize} messages={messages} />
          </li>
          <li>
            {words.stepToken}
            <Copyable of={token} messages={messages} />
          </li>
          <li>
            {words.stepUser}
            <Copyable of={user} messages={messages} />
          </li>
        </ol>
      </details>
    </section>
  );
};

const Server = ({ page, messages, props, context }: Part & { props: OverviewProps; context: PageContext }) => {
  const words = messages.console.overview;
  const { application } = page;
  return (
    <section class="card">
      <h2>{words.server}</h2>
      <dl class="facts">
        <Fact label={words.issuer}>
          <Copyable of={props.authUrl} messages={messages} />
        </Fact>
        <Fact label={words.discovery}>
          <Copyable of={`${props.authUrl}/.well-known/openid-configuration`} messages={messages} />
        </Fact>
        <Fact label={words.api}>
          <Copyable of={props.apiUrl} messages={messages} />
        </Fact>
        <Fact label={words.id}>
          <Copyable of={application.id} messages={messages} />
        </Fact>
        <Fact label={words.created}>
          <TimeText moment={application.createdAt} language={context.language} />
        </Fact>
        <Fact label={words.updated}>
          <TimeText moment={application.updatedAt} language={context.language} />
        </Fact>
      </dl>
    </section>
  );
};

/** The last week in few words, and the way to why sign-ins fail. */
const Week = ({ page, messages, props, context }: Part & { props: OverviewProps; context: PageContext }) => {
  const words = messages.statistics;
  const { started, completed, refused, refusal } = props.week;
  const href = sectionPath(page.application.id, 'statistics');
  const number = (value: number) => numberText(value, context.language);
  return (
    <section class="card">
      <h2>{words.overview}</h2>
      <p>{started + completed === 0 ? words.overviewNone : words.overviewSums(number(started), number(completed))}</p>
      {refusal === undefined ? null : (
        <p class="hint">
          {words.overviewRefused(number(refused))} <a href={ownPath(`${href}#why`)}>{refusal}</a>
        </p>
      )}
      <p>
        <a href={ownPath(href)}>{words.overviewLink}</a>
      </p>
    </section>
  );
};

export const renderOverview = (context: PageContext, page: ApplicationPage, props: OverviewProps): string => {
  const messages = messagesFor(context.language);
  const part = { page, messages };
  return renderSection(
    context,
    page,
    'overview',
    <div class="columns">
      <div>
        <ApiKeys {...part} />
        <Login {...part} />
        <Week {...part} props={props} context={context} />
      </div>
      <div>
        <PublishChecklist {...part} />
        <NextSteps {...part} props={props} />
        <Server {...part} props={props} context={context} />
      </div>
    </div>,
    'section',
  );
};
