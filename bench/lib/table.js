// Formats the results as Markdown.
import { median } from './measure.js';

/** Three significant figures. */
export const number = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
const times = (value) => `${value >= 10 ? value.toFixed(1) : value.toFixed(2)}×`;

/** @param results by server name: the rounds of one scenario, in order; the first server is the floor */
export function scenarioTable(scenario, results) {
  const [floor, ours, ...peers] = [...results.keys()];
  const paired = (name, base) =>
    median(results.get(name).map((round, index) => round.rate / results.get(base)[index].rate));
  const head = [`server`, scenario.unit, 'min–max', 'p50 ms', 'p99 ms', 'CPU µs', `÷ ${floor}`, `${ours} is`];
  const rows = [...results].map(([name, rounds]) => {
    const rates = rounds.map((round) => round.rate);
    return [
      name,
      number(median(rates)),
      `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
      number(median(rounds.map((round) => round.p50))),
      number(median(rounds.map((round) => round.p99))),
      number(median(rounds.map((round) => round.cpu))),
      paired(name, floor).toFixed(3),
      peers.includes(name) ? times(paired(ours, name)) : '',
    ];
  });
  return `**${scenario.title}**\n\n${markdown(head, rows)}`;
}

/**
 * @param starts by server name: `{ start, cpu, idle }` of each repeat; the first server is the floor
 * @param loaded by server name: MiB after each scenario
 */
export function startTable(starts, loaded) {
  const [floor] = starts.values();
  const ratio = (repeats, figure) => median(repeats.map((repeat, index) => repeat[figure] / floor[index][figure]));
  const timing = ['start to first answer ms', 'min–max', '÷ first', 'CPU ms until then', '÷ first'];
  const head = ['server', ...timing, 'idle MiB', 'MiB after the load'];
  const rows = [...starts].map(([name, repeats]) => {
    const milliseconds = repeats.map((repeat) => repeat.start);
    return [
      name,
      number(median(milliseconds)),
      `${number(Math.min(...milliseconds))}–${number(Math.max(...milliseconds))}`,
      ratio(repeats, 'start').toFixed(2),
      number(median(repeats.map((repeat) => repeat.cpu))),
      ratio(repeats, 'cpu').toFixed(2),
      number(median(repeats.map((repeat) => repeat.idle))),
      loaded.has(name) ? number(Math.max(...loaded.get(name))) : '',
    ];
  });
  return `**Start and memory**\n\n${markdown(head, rows)}`;
}

/** A table whose first column is text and whose others are numbers. @param rows the cells of each row, as text */
export function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? '---|' : '--:|')).join('')}`, ...rows.map(line)].join(
    '\n',
  );
}
