// Bars over days, drawn on the server. Places are in percent, so that the words on the axis keep their size; heights
// are in pixels. The pages' Content-Security-Policy allows no inline styles, so colours come from the stylesheet.

import type { Language } from '../../page/page.ts';
import { shortDayText } from '../../page/time-text.tsx';
import { shortNumberText } from '../../parts/number-text.ts';

/** `from`, `to`: the first moment of its first and of its last day. `text`: its tooltip. */
export type ChartBar = { value: number; from: number; to: number; text: string };

type ChartProps = {
  bars: readonly ChartBar[];
  /** What it shows, for screen readers. */
  label: string;
  /** CSS class that sets its colour. */
  colour: string;
  language: Language;
};

const TOP = 18;
const FLOOR = 98;
const HEIGHT = 118;
const DAYS_AT = 114;
const LINE_AT = 11;
/** A value above zero is always visible. */
const MIN_BAR_HEIGHT = 2;
const LABELS = 4;
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below the highest bar. */
const roundUp = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const step = STEPS.find((one) => one * power >= highest && Number.isInteger(one * power));
  return (step ?? 10) * power;
};

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** More bars than days of a month have no tooltips, which would be most of the page. The table says the same. */
const MOST_NAMED = 14;
/** Of one bar and the space around it, in units of the drawing. */
const SLOT = 10;

/** Upright strokes on the floor: a bar takes few bytes. The drawing is as wide as the page, whatever its units are. */
const Bars = ({ bars, top }: { bars: readonly ChartBar[]; top: number }) => {
  const strokes = bars.map(({ value }, at) => {
    const height = Math.max(MIN_BAR_HEIGHT, Math.round((value / top) * (FLOOR - TOP)));
    return value === 0 ? '' : `M${at * SLOT + SLOT / 2} ${FLOOR}v-${height}`;
  });
  return (
    <svg
      width="100%"
      height={HEIGHT}
      viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      stroke-width={SLOT * (bars.length <= 7 ? 0.5 : 0.7)}
    >
      {bars.length > MOST_NAMED ? (
        <path d={strokes.join('')} />
      ) : (
        bars.map(({ from, text }, at) =>
          strokes[at] === '' ? null : (
            <path key={from} d={strokes[at]}>
              <title>{text}</title>
            </path>
          ),
        )
      )}
    </svg>
  );
};

/** Labels of some days, the first and the last among them. */
const Days = ({ bars, language }: { bars: readonly ChartBar[]; language: Language }) => {
  const last = bars.length - 1;
  const positions = [...new Set(Array.from({ length: LABELS }, (_, at) => Math.round((at * last) / (LABELS - 1))))];
  return (
    <>
      {positions.map((position) => {
        const bar = bars[position];
        if (!bar) return null;
        const [x, anchor] =
          position === 0 ? [0, 'start'] : position === last ? [1, 'end'] : [(position + 0.5) / bars.length, 'middle'];
        return (
          <text key={position} x={percent(x as number)} y={DAYS_AT} text-anchor={anchor}>
            {shortDayText(position === last ? bar.to : bar.from, language)}
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

/** A share as a bar. The text beside it says the same. */
export const ShareBar = ({ share, colour }: { share: number; colour: string }) => (
  <svg class={`share ${colour}`} width="100%" height="8" aria-hidden="true">
    <rect class="whole" width="100%" height="8" rx="4" />
    {share > 0 ? <rect width={percent(Math.min(1, share))} height="8" rx="4" /> : null}
  </svg>
);
