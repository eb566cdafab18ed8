// Dates and times in the page's language. The server does not know the reader's time zone, so they are in UTC. Times
// say so, and the script rewrites them in the reader's zone.
import type { Language } from './page.ts';
import { perLanguage } from './per-language.ts';

const day = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }));
/** Korean takes particles, which need a word: 2026년 5월 3일에. */
const dayInText = perLanguage((language) =>
  language === 'ko' ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }) : day(language),
);
const shortDay = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** A day, such as "May 3, 2026". `moment` in milliseconds since the epoch. */
export const dateText = (moment: number, language: Language): string => dayInText(language).format(moment);

/** A recent day, without its year: "May 3". */
export const shortDayText = (moment: number, language: Language): string => shortDay(language).format(moment);

/** A range of days: "Apr 27 – May 3, 2026". */
export const dayRangeText = (from: number, to: number, language: Language): string =>
  day(language).formatRange(from, to);

const time = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
);

/** Unicode's data has AM and PM for Korean, where Koreans write 오전 and 오후. */
const DAY_PERIODS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  ko: { AM: '오전', PM: '오후' },
};

/** Day and time: "May 3, 2026, 2:05 PM UTC". */
export const timeText = (moment: number, language: Language): string =>
  time(language)
    .formatToParts(moment)
    .map(({ type, value }) => (type === 'dayPeriod' ? (DAY_PERIODS[language][value] ?? value) : value))
    .join('');

/** Day and time. */
export const TimeText = ({ moment, language }: { moment: number; language: Language }) => (
  <time datetime={new Date(moment).toISOString()}>{timeText(moment, language)}</time>
);
