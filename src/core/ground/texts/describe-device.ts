// Names a browser for "your devices", by proper names that are the same in every language. It is a hint for the owner
// and decides nothing: anybody can send any `User-Agent`.

/**
 * The first match wins. Browsers also name those they derive from, so the special ones come first. Each pattern finds
 * the first number of the version.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bKAKAOTALK[ /](?:(\d{1,4})\.)?/, 'KakaoTalk'],
  [/\bEdg(?:A|iOS)?\/(\d{1,4})/, 'Edge'],
  [/\bOPR\/(\d{1,4})|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\/(\d{1,4})/, 'Samsung Internet'],
  [/\bWhale\/(\d{1,4})/, 'Whale'],
  [/\b(?:Firefox|FxiOS)\/(\d{1,4})/, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\/(\d{1,4})/, 'Chrome'],
  [/\bVersion\/(\d{1,4})[^ ]* .*\bSafari\/|\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser's name without its version; empty: unknown. */
export const browserFamily = (userAgent: string): string =>
  BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';

/** Proper names, the same in every language; undefined: unknown. */
export type Device = { browser: string | undefined; system: string | undefined };

/**
 * Such as "Firefox 145" and "Windows". Browsers no longer tell the version of the system: Windows 11 calls itself 10,
 * and every Android 10.
 */
export function describeDevice(userAgent: string): Device {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  for (const [pattern, name] of BROWSERS) {
    const found = pattern.exec(userAgent);
    if (found) return { browser: found[1] === undefined ? name : `${name} ${found[1]}`, system };
  }
  return { browser: undefined, system };
}
