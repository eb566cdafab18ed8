// Statistics of an application's sign-ins: sums and bars by day, answers to optional items, refusals by code, and the
// same as a table. If nothing happened, it shows what is needed for a first sign-in.
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { Language, PageContext } from '../../page/page.ts';
import { ownPath } from '../../page/safe-text.ts';
import { dayRangeText, shortDayText } from '../../page/time-text.tsx';
import { CATALOGUE_ORDER } from '../../parts/claim-fields.tsx';
import { numberText, shareText } from '../../parts/number-text.ts';
import { Chart, ShareBar } from '../parts/chart.tsx';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage } from '../parts/console-page.ts';
import { type SectionName, sectionPath } from '../parts/sections.ts';
import { STATISTICS_MEASURES, type StatisticsMeasure, type StatisticsProps } from '../parts/statistics-page.ts';
import { StatisticsTable } from '../parts/statistics-table.tsx';
import { FailedList } from './failed-requests.tsx';

const WEEK = 7;
/** Longer spans are named in weeks. */
const MAX_NAMED_DAYS = 90;

type Part = { page: ApplicationPage; props: StatisticsProps; messages: Messages; language: Language };

const hrefOf = (page: ApplicationPage, days: number): string =>
  ownPath(`${sectionPath(page.application.id, 'statistics')}?days=${days}`);

const Ranges = ({ page, props, messages, language }: Part) => {
  const words = messages.statistics;
  return (
    <nav class="tabs" aria-label={words.ranges}>
      {props.spans.map((days) => (
        <a key={days} href={hrefOf(page, days)} aria-current={days === props.span ? 'true' : undefined}>
          {days > MAX_NAMED_DAYS
            ? words.lastWeeks(numberText(days / WEEK, language))
            : words.lastDays(numberText(days, language))}
        </a>
      ))}
    </nav>
  );
};

const daysOf = ({ bars }: StatisticsProps, language: Language): string =>
  dayRangeText(bars[0]?.from ?? 0, bars.at(-1)?.to ?? 0, language);

/** Day of a bar, or its first and last day. */
const daysOfBar = ({ from, to }: { from: number; to: number }, language: Language): string =>
  from === to ? shortDayText(from, language) : dayRangeText(from, to, language);

const noteOf = (of: StatisticsMeasure, { started, completed }: StatisticsProps['totals'], part: Part): string => {
  const words = part.messages.statistics;
  if (of !== 'completed' || started === 0) return words.notes[of];
  return words.ofStarted(shareText(completed, started, part.language));
};

const Measure = ({ of, dayTexts, ...part }: Part & { of: StatisticsMeasure; dayTexts: readonly string[] }) => {
  const { props, messages, language } = part;
  const words = messages.statistics;
  const { totals } = props;
  const number = (value: number) => numberText(value, language);
  const bars = props.bars.map((bar, at) => {
    const days = dayTexts[at] ?? '';
    return { value: bar[of], from: bar.from, to: bar.to, days, text: `${days}: ${number(bar[of])}` };
  });
  const highest = bars.reduce((one, other) => (other.value > one.value ? other : one));
  const days = daysOf(props, language);
  // Nothing to draw.
  if (totals[of] === 0) {
    return (
      <div class="measure none">
        <h3>{words.measures[of]}</h3>
        <p class="sum">0</p>
        <p class="hint">{words.none}</p>
      </div>
    );
  }
  const label = words.chart(words.measures[of], days, number(totals[of]), number(highest.value), highest.days);
  return (
    <div class="measure">
      <h3>{words.measures[of]}</h3>
      <p class="sum">{number(totals[of])}</p>
      <p class="hint">{noteOf(of, totals, part)}</p>
      {props.figures ? null : <Chart bars={bars} label={label} colour={of} language={language} />}
    </div>
  );
};

/** The heading of the section, with its days and links to other ranges. */
const SignInsHead = ({ note = '', ...part }: Part & { note?: string }) => (
  <>
    <div class="top">
      <h2>{part.messages.statistics.signIns}</h2>
      <Ranges {...part} />
    </div>
    <p class="hint">
      <b>{daysOf(part.props, part.language)}</b>
      {note}
    </p>
  </>
);

const SignIns = (part: Part) => {
  const { page, props, messages, language } = part;
  const words = messages.statistics;
  const byWeek = props.bars.some(({ from, to }) => from !== to);
  const dayTexts = props.bars.map((bar) => daysOfBar(bar, language));
  return (
    <section class="card">
      <SignInsHead {...part} note={byWeek ? `\u00a0· ${words.byWeek}` : ''} />
      <div class="measures">
        {STATISTICS_MEASURES.map((measure) => (
          <Measure key={measure} of={measure} dayTexts={dayTexts} {...part} />
        ))}
      </div>
      <p class="hint">{words.hint}</p>
      <StatisticsTable id={page.application.id} props={props} words={words} language={language} />
    </section>
  );
};

const Answers = ({ page, props, messages, language }: Part) => {
  const words = messages.statistics;
  const asksNow = page.application.consentItems.some(({ consent }) => consent === 'optional');
  if (props.answers.length === 0 && !asksNow) return null;
  const answers = CATALOGUE_ORDER.flatMap((item) => props.answers.filter((answer) => answer.item === item));
  return (
    <section class="card">
      <h2>{words.answers}</h2>
      <p class="hint">{answers.length === 0 ? words.noAnswers : words.answersHint}</p>
      <ul class="shares">
        {answers.map(({ item, agreed, asked }) => (
          <li key={item}>
            <span>
              <b>{messages.items[item]}</b> <span class="figure">{shareText(agreed, asked, language)}</span>
            </span>
            <ShareBar share={agreed / asked} colour="completed" />
            <p class="hint">{words.agreed(numberText(agreed, language), numberText(asked, language))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Refusals = ({ props, messages, language }: Part) => {
  const words = messages.statistics;
  const { refusals, totals } = props;
  // The sum above already shows that there are none.
  if (refusals.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.refusals}</h2>
      <p class="hint">{words.refusalsHint}</p>
      <ul class="shares">
        {refusals.map(({ code, count, title }) => (
          <li key={code}>
            <span>
              {title === undefined ? (
                <code>{code}</code>
              ) : (
                <a href={ownPath(`/errors#${code}`)}>
                  <code>{code}</code>
                </a>
              )}{' '}
              <span class="figure">{numberText(count, language)}</span>
            </span>
            <ShareBar share={count / totals.refused} colour="refused" />
            {title === undefined ? null : <p class="hint">{title}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What the application needs for a first sign-in, and the sections where to do it. */
const nextStepOf = ({ page, messages }: Part): { text: string; links: readonly [SectionName, string][] } => {
  const { loginActivation, platforms, redirectUris } = page.application;
  const words = messages.statistics.leads;
  if (platforms.length === 0) return { text: words.noKey, links: [['addresses', words.addressesLink]] };
  if (redirectUris.length === 0) return { text: words.noUri, links: [['addresses', words.addressesLink]] };
  const tryIt = ['try-it', words.tryLink] as const;
  if (!loginActivation) return { text: words.off, links: [['overview', words.offLink], [...tryIt]] };
  return { text: words.ready, links: [['sample-code', words.codeLink], [...tryIt]] };
};

const NoneYet = (part: Part) => {
  const words = part.messages.statistics;
  const { text, links } = nextStepOf(part);
  return (
    <section class="card start">
      <h2>{words.noneYet}</h2>
      <p>{words.noneYetText}</p>
      <p>{text}</p>
      <div class="buttons inline">
        {links.map(([section, label], at) => (
          <a
            key={section}
            class={at === 0 ? 'primary' : 'secondary'}
            href={ownPath(sectionPath(part.page.application.id, section))}
          >
            {label}
          </a>
        ))}
      </div>
    </section>
  );
};

const NoneInRange = (part: Part) => {
  const { page, props, messages } = part;
  const words = messages.statistics;
  return (
    <section class="card">
      <SignInsHead {...part} />
      <p class="empty">
        {words.noneInRange}. {words.noneInRangeText}{' '}
        <a href={hrefOf(page, Math.max(...props.spans))}>{words.lookBack}</a>
      </p>
    </section>
  );
};

export const renderStatistics = (context: PageContext, page: ApplicationPage, props: StatisticsProps): string => {
  const part = { page, props, messages: messagesFor(context.language), language: context.language };
  const isEmpty = STATISTICS_MEASURES.every((measure) => props.totals[measure] === 0);
  const { failed, moreFailed = 0 } = props;
  const first = props.earlier ? <NoneInRange {...part} /> : <NoneYet {...part} />;
  return renderSection(
    context,
    page,
    'statistics',
    <>
      {isEmpty ? first : <SignIns {...part} />}
      <FailedList {...part} failed={failed} more={moreFailed} />
      {isEmpty ? null : (
        <>
          <Answers {...part} />
          <Refusals {...part} />
        </>
      )}
    </>,
    'section',
  );
};
