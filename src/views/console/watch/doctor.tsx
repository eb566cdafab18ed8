// What `latchkey doctor` says of this installation, for operators: problems first, each with what to do about it.
import type { Finding, Severity } from '../../../core/operating/doctor/finding.ts';
import type { DoctorReport } from '../../../core/operating/doctor/latest-report.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { showText } from '../../page/safe-text.ts';
import { TimeText } from '../../page/time-text.tsx';
import { NO_FORMS, renderConsole } from '../parts/console-layout.tsx';
import { Copyable } from '../parts/console-parts.tsx';
import { STAFF_PATHS } from '../parts/staff-pages.ts';

export const DOCTOR = STAFF_PATHS.doctor;

export type DoctorProps = { report: DoctorReport };

/** In the order of their groups. */
const BADGES: Readonly<Record<Severity, string>> = { fault: 'badge warn', warning: 'badge warn', ok: 'badge good' };
const LEVELS = Object.keys(BADGES) as readonly Severity[];

const Row = ({ finding, messages }: { finding: Finding; messages: Messages }) => {
  const words = messages.doctor;
  const { found, fix } = words.textOf(finding);
  return (
    <li>
      <div>
        <span class={BADGES[finding.level]}>{words.subjects[finding.subject]}</span>
        <p>
          <span dir="auto">{showText(found)}</span>
        </p>
        {fix === undefined ? null : (
          <p class="hint">
            {words.fix}: <span dir="auto">{showText(fix)}</span>
          </p>
        )}
      </div>
    </li>
  );
};

const Group = (props: { level: Severity; findings: readonly Finding[]; messages: Messages }) => {
  const { level, messages } = props;
  const findings = props.findings.filter((finding) => finding.level === level);
  if (findings.length === 0) return null;
  const title = messages.doctor.levels[level];
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <ul class="rows">
        {findings.map((finding) => (
          <Row key={`${finding.code} ${finding.found}`} finding={finding} messages={messages} />
        ))}
      </ul>
    </section>
  );
};

const Failed = ({ messages }: { messages: Messages }) => (
  <section class="card" aria-label={messages.doctor.failedTitle}>
    <h2>{messages.doctor.failedTitle}</h2>
    <p>{messages.doctor.failed}</p>
    <Copyable of="latchkey doctor" messages={messages} />
  </section>
);

export const renderDoctor = (context: PageContext, { report }: DoctorProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.doctor;
  const count = (level: Severity) =>
    report.kind === 'examined' ? report.findings.filter((finding) => finding.level === level).length : 0;
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title, place: 'doctor' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      {report.kind === 'failed' ? (
        <Failed messages={messages} />
      ) : (
        <>
          <p class="says">
            <b>{words.summary(count('fault'), count('warning'), count('ok'))}</b>
            <span class="hint">
              {words.checkedAt}: <TimeText moment={report.at} language={language} />
            </span>
          </p>
          {LEVELS.map((level) => (
            <Group key={level} level={level} findings={report.findings} messages={messages} />
          ))}
        </>
      )}
    </>,
  );
};
