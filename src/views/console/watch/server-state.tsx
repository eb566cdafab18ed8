// The first page of operators: how the server does, and where to look when it does not.
import type { ComponentChildren } from 'preact';
import type { Severity } from '../../../core/operating/doctor/finding.ts';
import type { DoctorReport } from '../../../core/operating/doctor/latest-report.ts';
import type { DayOfServer, ServerState } from '../../../core/operating/operators/server-state.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { Language, PageContext } from '../../page/page.ts';
import { ownPath } from '../../page/safe-text.ts';
import { TimeText } from '../../page/time-text.tsx';
import { numberText } from '../../parts/number-text.ts';
import { NO_FORMS, renderConsole } from '../parts/console-layout.tsx';
import type { ConsoleNotice } from '../parts/console-page.ts';
import { SearchEverything } from '../parts/search-form.tsx';
import { STAFF_PATHS, type StaffPage, staffTitle } from '../parts/staff-pages.ts';

export type ServerStateProps = ServerState & {
  version: string;
  /** Undefined: no check has run in this process yet; one has been started. */
  report: DoctorReport | undefined;
  notice: ConsoleNotice | undefined;
};

type Part = { props: ServerStateProps; messages: Messages; language: Language };

const DAYS = ['today', 'yesterday'] as const;
const MEASURES = ['completed', 'failed'] as const satisfies readonly (keyof DayOfServer)[];

const SignIns = ({ props, messages, language }: Part) => {
  const words = messages.serverState;
  return (
    <section class="card">
      <h2>{words.signIns}</h2>
      <p class="hint">{words.signInsHint}</p>
      <div class="tallies">
        {MEASURES.map((measure) =>
          DAYS.map((day) => (
            <div key={`${measure} ${day}`} class="measure">
              <h3>{words.measures[measure][day]}</h3>
              <p class="sum">{numberText(props[day][measure], language)}</p>
            </div>
          )),
        )}
      </div>
    </section>
  );
};

/** @param props `bad`: somebody has to do something about it */
const Row = (props: {
  title: string;
  href?: string;
  bad?: boolean;
  messages: Messages;
  children: ComponentChildren;
}) => (
  <li>
    <div>
      {props.href === undefined ? <b>{props.title}</b> : <a href={ownPath(props.href)}>{props.title}</a>}{' '}
      {props.bad ? <span class="badge warn">{props.messages.serverState.look}</span> : null}
      <p class="hint">{props.children}</p>
    </div>
  </li>
);

const linkTo = (page: StaffPage, messages: Messages) => ({
  ...{ href: STAFF_PATHS[page], title: staffTitle(page, messages), messages },
});

const Check = ({ props: { report }, messages, language }: Part) => {
  const words = messages.serverState;
  const to = linkTo('doctor', messages);
  if (!report) return <Row {...to}>{words.checking}</Row>;
  if (report.kind === 'failed') {
    return (
      <Row {...to} bad>
        {messages.doctor.failedTitle}
      </Row>
    );
  }
  const count = (level: Severity) => report.findings.filter((finding) => finding.level === level).length;
  return (
    <Row {...to} bad={count('fault') > 0}>
      {messages.doctor.summary(count('fault'), count('warning'), count('ok'))}&nbsp;· {messages.doctor.checkedAt}:{' '}
      <TimeText moment={report.at} language={language} />
    </Row>
  );
};

const Undelivered = ({ props: { givenUp }, messages, language }: Part) => {
  const words = messages.serverState;
  const count = `${numberText(givenUp.count, language)}${givenUp.more ? '+' : ''}`;
  return (
    <Row {...linkTo('messages', messages)} bad={givenUp.count > 0}>
      {givenUp.count === 0 ? words.noneGivenUp : words.givenUp(count)}
    </Row>
  );
};

/** The algorithm whose keys change next. */
const Keys = ({ props: { keys }, messages, language }: Part) => {
  const [next] = keys
    .flatMap(({ algorithm, nextRotationAt: at }) => (at === undefined ? [] : [{ algorithm, at }]))
    .sort((one, other) => one.at - other.at);
  return (
    <Row {...linkTo('signing-keys', messages)}>
      {keys.length === 0 ? messages.signingKeys.empty : keys.map(({ algorithm }) => algorithm).join(', ')}
      {next === undefined ? null : (
        <>
          {'\u00a0· '}
          {messages.signingKeys.nextRotation}: <TimeText moment={next.at} language={language} />
        </>
      )}
    </Row>
  );
};

const Backup = ({ props: { backup }, messages, language }: Part) => {
  const words = messages.serverState;
  if (!backup) return null;
  return (
    <Row title={words.backup} messages={messages}>
      {backup.at === undefined ? (
        <>
          {words.noBackup} <code>latchkey backup</code>
        </>
      ) : (
        <TimeText moment={backup.at} language={language} />
      )}
    </Row>
  );
};

export const renderServerState = (context: PageContext, props: ServerStateProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.serverState;
  const part = { props, messages, language };
  return renderConsole(
    context,
    { ...NO_FORMS, notice: props.notice },
    { title: words.title, place: 'overview', draws: 'section' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <SearchEverything text="" messages={messages} />
      <SignIns {...part} />
      <section class="card">
        <h2>{words.state}</h2>
        <ul class="rows">
          <Check {...part} />
          <Undelivered {...part} />
          <Keys {...part} />
          <Backup {...part} />
          <Row title={words.version} messages={messages}>
            {props.version}
          </Row>
        </ul>
      </section>
    </>,
  );
};
