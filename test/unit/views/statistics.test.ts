// The page of an application's statistics: figures and shares as they are, nothing that only eyes can read, and where
// nothing happened what leads to a first sign-in.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { renderOverview } from '../../../src/views/console/overview.tsx';
import type { ApplicationPage } from '../../../src/views/console/parts/console-page.ts';
import type { StatisticsProps } from '../../../src/views/console/parts/statistics-page.ts';
import { renderStatistics } from '../../../src/views/console/watch/statistics.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import { numberText, shareText } from '../../../src/views/parts/number-text.ts';
import { applicationPage, consoleContext, empty, registered } from './console-states.ts';
import { builtAssets } from './contexts.ts';
import { STATISTICS, statisticsProps } from './statistics-states.ts';

const render = (props: StatisticsProps, over: Partial<ApplicationPage> = {}, language: Language = 'en') =>
  renderStatistics(consoleContext(language), applicationPage(over), props);
const chartsOf = (html: string): string[] =>
  [...html.matchAll(/<svg class="chart(?:.*?<\/svg>){2}/g)].map(([svg]) => svg);
const hrefsOf = (html: string): string[] =>
  [...html.slice(html.indexOf('<section')).matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
const base = `/console/applications/${registered().id}`;

describe('charts', () => {
  it('each says in words what it shows, in the reader’s language', () => {
    const labels = chartsOf(render(STATISTICS['one-day'])).map((svg) => /aria-label="([^"]*)"/.exec(svg)?.[1]);
    expect(labels).toHaveLength(3);
    expect(labels[0]?.replaceAll(/\s/g, ' ')).toBe('Started, Apr 27 – May 3, 2026: 3 in total, maximum 3 (May 3)');
    expect(render(STATISTICS['one-day'], {}, 'ko')).toContain('최대 3 (5월 3일)');
  });

  it('where there is nothing to draw, one line says so instead of an empty chart', () => {
    const html = render(statisticsProps(7, (at) => ({ started: at === 0 ? 3 : 0 })));
    expect(chartsOf(html)).toHaveLength(1);
    expect(html.match(/<div class="measure none">/g)).toHaveLength(3);
    expect(html).toContain('<h3>Cancelled</h3><p class="sum">0</p><p class="hint">None in this period</p>');
  });

  it('a bar stands for each day on which something happened, as high as its share of the highest round number', () => {
    const props = statisticsProps(7, (at) => ({ started: [0, 10, 5, 0, 1, 0, 0][at] ?? 0 }));
    const heights = [...(chartsOf(render(props))[0] ?? '').matchAll(/<path d="M\d+ 98v-(\d+)"/g)].map(([, it]) => it);
    expect(heights).toEqual(['80', '40', '8']);
  });

  it('more bars than days of two weeks are one drawing without tooltips', () => {
    const [week = '', quarter = ''] = [STATISTICS['one-day'], STATISTICS.quarter].map(
      (props) => chartsOf(render(props))[0],
    );
    expect([week, quarter].map((chart) => chart.includes('<title>'))).toEqual([true, false]);
    expect(quarter.match(/v-\d+/g)).toHaveLength(90);
  });

  it('one sign-in among millions is still seen', () => {
    const props = statisticsProps(7, (at) => ({ started: at === 0 ? 1 : 5_000_000 }));
    expect(/<path d="M\d+ 98v-(\d+)"/.exec(chartsOf(render(props))[0] ?? '')?.[1]).toBe('2');
  });

  it('the scale ends at a whole number not below the highest bar', () => {
    const tops = [1, 2, 7, 9, 11, 87, 100, 101, 1499].map((highest) => {
      const [chart = ''] = chartsOf(render(statisticsProps(7, () => ({ started: highest }))));
      return /<text x="0"[^>]*>([^<]*)</.exec(chart)?.[1];
    });
    expect(tops).toEqual(['1', '2', '8', '10', '15', '100', '100', '150', '1.5K']);
  });

  it('the first and the last day stand on the axis', () => {
    const [chart = ''] = chartsOf(render(STATISTICS.month));
    expect(chart).toMatch(/text-anchor="start">Apr 4</);
    expect(chart).toMatch(/text-anchor="end">May 3</);
  });
});

describe('figures', () => {
  const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  it('the table has a row for each bar, the latest first, and the sums below', () => {
    const table = /<table>.*<\/table>/.exec(render({ ...STATISTICS['one-day'], figures: true }))?.[0] ?? '';
    expect(table.match(/<tr>/g)).toHaveLength(1 + 7 + 1);
    expect(textOf(table)).toContain('Refused May 3 3 2 1 0 May 2 0 0 0 0');
    expect(textOf(table)).toMatch(/Total 3 2 1 0 $/);
  });

  it('the days shown can be downloaded', () => {
    const html = render(STATISTICS.quarter);
    expect(html).toContain(`<a class="small" href="${base}/statistics.csv?days=90" download>Download as CSV</a>`);
  });

  it('a week in the table has its first day, with the year', () => {
    const table = /<table>.*<\/table>/.exec(render({ ...STATISTICS.weeks, figures: true }))?.[0] ?? '';
    expect(textOf(table)).toMatch(/Week from .* Apr 27, 2026 .* Mar 31, 2025 /);
  });

  it('nothing refused and nothing to ask for: the page does not speak of it at length', () => {
    const none = registered({ consentItems: [] });
    const html = render({ ...STATISTICS['one-day'], answers: [] }, { application: none });
    expect(html).toContain('<h3>Refused</h3><p class="sum">0</p><p class="hint">None in this period</p>');
    expect(html).not.toContain('Failed requests by error code');
    expect(html).not.toContain('Optional items');
    expect(render({ ...STATISTICS['one-day'], answers: [] })).toContain('No optional items were requested');
  });

  it('completed sign-ins are told as a share of started, and never as more than all', () => {
    expect(render(STATISTICS['one-day'])).toContain('66% of started');
    const late = statisticsProps(7, (at) => ({ started: at === 0 ? 1 : 0, completed: at < 2 ? 1 : 0 }));
    expect(render(late)).toContain('100% of started');
  });

  it('a share is rounded down: all but one is not 100%', () => {
    expect([shareText(999, 1000, 'en'), shareText(29, 100, 'en'), shareText(0, 3, 'en')]).toEqual(['99%', '29%', '0%']);
    expect(numberText(1_234_567, 'ko')).toBe('1,234,567');
  });

  it('an optional item has how many were asked and how many agreed', () => {
    const html = render(STATISTICS.month);
    expect(textOf(html)).toContain('Email address 94% 200 of 211 agreed');
    expect(textOf(html)).toContain('Address 0% 0 of 91 agreed');
    expect(render(STATISTICS.month, {}, 'ko')).toContain('211번 중 200번 동의');
  });

  it('a refusal leads to its entry among the errors, one that is no longer there leads nowhere', () => {
    const hrefs = hrefsOf(render({ ...STATISTICS.month, failed: [] })).filter((href) => href.startsWith('/errors#'));
    expect(hrefs).toEqual(['/errors#redirect-uri-unregistered', '/errors#client-secret-wrong', '/errors#code-expired']);
  });

  it('pages: ninety days, the most bars and rows, weigh at most 20 KiB compressed with everything they load', () => {
    const { style, wide, consoleStyle, sectionStyle, script, consoleScript } = builtAssets;
    const files = [style, wide, consoleStyle, sectionStyle, script, consoleScript].map(({ body }) => body);
    const sizes = [render(STATISTICS.quarter, {}, 'ko'), ...files].map((part) => gzipSync(part).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 1024);
  });

  it('the days shown are marked among those that can be chosen', () => {
    const html = render(STATISTICS.quarter);
    expect(html).toContain(`<a href="${base}/statistics?days=90" aria-current="true">90 days</a>`);
    expect(html).toContain(`<a href="${base}/statistics?days=399">57 weeks</a>`);
  });
});

describe('nothing happened', () => {
  const off = registered({ loginActivation: false });
  it.each([
    ['everything is set up', registered(), ['sample-code', 'try-it']],
    ['login is OFF', off, ['', 'try-it']],
    ['there is no platform', empty(), ['addresses']],
    ['there is no redirect URI', registered({ redirectUris: [], loginActivation: false }), ['addresses']],
  ])('%s: the page leads to what is needed next', (_what, application, sections) => {
    const html = render(STATISTICS.none, { application });
    expect(html).toContain('No sign-ins yet');
    expect(chartsOf(html)).toEqual([]);
    const hrefs = hrefsOf(html).filter((href) => href.startsWith(base));
    expect(hrefs).toEqual(sections.map((section) => (section === '' ? base : `${base}/${section}`)));
  });

  it('in these days, but before them: it leads back to them', () => {
    const html = render(STATISTICS.earlier);
    expect(html).toContain('No sign-ins in this period');
    expect(hrefsOf(html)).toContain(`${base}/statistics?days=399`);
  });
});

describe('the overview', () => {
  it.each([
    [{ started: 1284, completed: 1117 }, '1,284 started, 1,117 completed'],
    [{ started: 0, completed: 0 }, 'None'],
  ])('tells the last week in one line, and leads to the statistics', (sums, told) => {
    const week = { ...sums, refused: 0, refusal: undefined };
    const hosts = { authUrl: 'https://login.acme.example', apiUrl: 'https://api.acme.example' };
    const html = renderOverview(consoleContext('en'), applicationPage(), { ...hosts, week });
    expect(html).toContain('<h2>Sign-ins in the last 7 days</h2>');
    expect(html).toContain(`<p>${told}</p>`);
    expect(html).toContain(`href="${base}/statistics">View statistics</a>`);
  });

  it('names the most frequent refusal of the week, with a link to what was sent', () => {
    const hosts = { authUrl: 'https://login.acme.example', apiUrl: 'https://api.acme.example' };
    const week = { started: 0, completed: 0, refused: 1200, refusal: 'No such client' };
    const html = renderOverview(consoleContext('en'), applicationPage(), { ...hosts, week });
    expect(html).toMatch(/1,200 refused, most often: <a href="[^"]*\/statistics#why">No such client</);
  });
});
