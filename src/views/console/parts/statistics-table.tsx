// The figures behind the charts, for screen readers, for copying and for details, the latest day first; and as a file.
// They weigh as much as the charts, and stand in their place when they are asked for.
import type { Messages } from '../../messages/messages-for.ts';
import type { Language } from '../../page/page.ts';
import { ownPath } from '../../page/safe-text.ts';
import { dateText, shortDayText } from '../../page/time-text.tsx';
import { numberText } from '../../parts/number-text.ts';
import { sectionPath } from './sections.ts';
import type { StatisticsProps, StatisticsSums } from './statistics-page.ts';

const Cells = ({ of, language }: { of: StatisticsSums; language: Language }) => (
  <>
    <td>{numberText(of.started, language)}</td>
    <td>{numberText(of.completed, language)}</td>
    <td>{numberText(of.cancelled, language)}</td>
    <td>{numberText(of.refused, language)}</td>
  </>
);

/** Asks for the table. */
export const FIGURES = 'figures';

/** Path of the file. */
export const statisticsFilePath = (id: string): string => `${sectionPath(id, 'statistics')}.csv`;

/** `id`: of the application. */
type TableProps = { id: string; props: StatisticsProps; words: Messages['statistics']; language: Language };

export const StatisticsTable = ({ id, props, words, language }: TableProps) => {
  const { started, completed, cancelled, refused } = words.measures;
  const chart = `${sectionPath(id, 'statistics')}?days=${props.span}`;
  const byWeek = props.bars.some(({ from, to }) => from !== to);
  return (
    <>
      {props.figures ? (
        <div class="figures">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll here and not the page, with the keyboard too */}
          <section class="sideways" aria-label={words.tableScroll} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {[byWeek ? words.weekFrom : words.day, started, completed, cancelled, refused].map((word) => (
                    <th key={word} scope="col">
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {props.bars.toReversed().map((bar) => (
                  <tr key={bar.from}>
                    <th scope="row">{byWeek ? dateText(bar.from, language) : shortDayText(bar.from, language)}</th>
                    <Cells of={bar} language={language} />
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{words.sum}</th>
                  <Cells of={props.totals} language={language} />
                </tr>
              </tfoot>
            </table>
          </section>
        </div>
      ) : null}
      <div class="buttons inline">
        <a class="small" href={ownPath(props.figures ? chart : `${chart}&${FIGURES}=on`)}>
          {props.figures ? words.asChart : words.table}
        </a>
        <a class="small" href={ownPath(`${statisticsFilePath(id)}?days=${props.span}`)} download>
          {words.file}
        </a>
      </div>
    </>
  );
};
