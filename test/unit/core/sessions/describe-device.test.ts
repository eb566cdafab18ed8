// A browser in words, from the User-Agent lines real browsers send.
import { expect, test } from 'vitest';
import { describeDevice } from '../../../../src/core/ground/texts/describe-device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Chrome 142, Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  [
    'Edge 142, Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  ],
  [
    'Edge 142, Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`,
  ],
  ['Firefox 145, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Safari 18, macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'Safari 18, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome 142, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet 28, Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Whale 4, Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Whale/4.33.0.0 Safari/537.36`,
  ],
  ['Chrome 142, ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  [
    'KakaoTalk 26, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 26.1.0',
  ],
  [
    'KakaoTalk, Android',
    `Mozilla/5.0 (Linux; Android 15; SM-S931N Build/AP3A; wv) ${WEBKIT} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36;KAKAOTALK 2610800`,
  ],
  [
    'Firefox 145, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
  ],
])('%s', (words, userAgent) => {
  const { browser, system } = describeDevice(userAgent);
  expect(`${browser}, ${system}`).toBe(words);
});

test.each([[''], ['curl/8.5.0'], ['<script>alert(1)</script>']])('unknown: %j', (userAgent) =>
  expect(describeDevice(userAgent)).toEqual({ browser: undefined, system: undefined }),
);

test('K11: a version is a short number, whatever is sent', () => {
  expect(describeDevice(`Chrome/${'9'.repeat(300)}`).browser).toBe('Chrome 9999');
  expect(describeDevice('Chrome/<b>').browser).toBeUndefined();
});

test('a long line is read in linear time', () => {
  // Of this process alone: on a busy machine it may stand still meanwhile.
  const took = Array.from({ length: 5 }, () => {
    const started = process.cpuUsage();
    for (const part of ['Version/1', 'Version/1 ', 'Safari ']) describeDevice(part.repeat(400).slice(0, 400));
    return process.cpuUsage(started).user / 1000;
  });
  // The quickest: in the others the garbage of earlier tests may have been collected.
  expect(Math.min(...took)).toBeLessThan(100);
});
