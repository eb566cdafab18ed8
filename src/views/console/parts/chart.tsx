// Bars over days, drawn on the server: across in percent of the place there is, so that the words on the axis keep
// their size; upwards in pixels. The policy of the pages allows no inline style, so colours are the stylesheet's.
import { shortNumberText } from '../../parts/number-text.ts';
import type { Language } from '../../parts/page.ts';
import { shortDayText } from '../../parts/time-text.tsx';

/** `from`, `to`: the first moment of its first and of its last day. `text`: what the pointer is told. */
export type ChartBar = { value: number; from: number; to: number; text: string };

type ChartProps = {
  bars: readonly ChartBar[];
  /** What it shows, for who does not see it. */
  label: string;
  /** Class that colours it. */
  colour: string;
  language: Language;
};

const TOP = 18;
const FLOOR = 98;
const HEIGHT = 118;
const DAYS_AT = 114;
const LINE_AT = 11;
/** What is not nothing is seen. */
const LOWEST_BAR = 2;
const LABELS = 4;
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The first round number that is not below the highest bar. */
const roundUp = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const step = STEPS.find((one) => one * power >= highest && Number.isInteger(one * power));
  return (step ?? 10) * power;
};

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

const Bars = ({ bars, top }: { bars: readonly ChartBar[]; top: number }) => {
  const slot = 1 / bars.length;
  const width = slot * (bars.length <= 7 ? 0.5 : 0.7);
  return (
    <>
      {bars.map(({ value, from, text }, at) => {
        const height = Math.max(LOWEST_BAR, Math.round((value / top) * (FLOOR - TOP)));
        return value === 0 ? null : (
          <rect
            key={from}
            x={percent(at * slot + (slot - width) / 2)}
            y={FLOOR - height}
            width={percent(width)}
            height={height}
          >
            <title>{text}</title>
          </rect>
        );
      })}
    </>
  );
};

/** Some of the days, the first and the last among them. */
const Days = ({ bars, language }: { bars: readonly ChartBar[]; language: Language }) => {
  const last = bars.length - 1;
  const places = [...new Set(Array.from({ length: LABELS }, (_, at) => Math.round((at * last) / (LABELS - 1))))];
  return (
    <>
      {places.map((place) => {
        const bar = bars[place];
        if (!bar) return null;
        const [x, anchor] =
          place === 0 ? [0, 'start'] : place === last ? [1, 'end'] : [(place + 0.5) / bars.length, 'middle'];
        return (
          <text key={place} x={percent(x as number)} y={DAYS_AT} text-anchor={anchor}>
            {shortDayText(place === last ? bar.to : bar.from, language)}
          </text>
        );
      })}
    </>
  );
};

export const Chart = ({ bars, label, colour, language }: ChartProps) => {
  const highest = Math.max(...bars.map(({ value }) => value));
  const top = roundUp(highest);
  return (
    <svg class={`chart ${colour}`} width="100%" height={HEIGHT} role="img" aria-label={label}>
      {highest === 0 ? null : (
        <>
          <line x1="0" x2="100%" y1={TOP - 0.5} y2={TOP - 0.5} />
          <text x="0" y={LINE_AT}>
            {shortNumberText(top, language)}
          </text>
        </>
      )}
      <Bars bars={bars} top={top} />
      <line class="floor" x1="0" x2="100%" y1={FLOOR + 0.5} y2={FLOOR + 0.5} />
      <Days bars={bars} language={language} />
    </svg>
  );
};

/** How much of something, as a bar beside words that say the same. */
export const ShareBar = ({ share, colour }: { share: number; colour: string }) => (
  <svg class={`share ${colour}`} width="100%" height="8" aria-hidden="true">
    <rect class="whole" width="100%" height="8" rx="4" />
    {share > 0 ? <rect width={percent(Math.min(1, share))} height="8" rx="4" /> : null}
  </svg>
);
