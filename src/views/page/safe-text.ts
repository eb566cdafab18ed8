// Makes text and links from strangers safe to show: text cannot reorder or hide other text, links can only be links.

// Characters that change the direction of text, are invisible, or control a terminal. The joiners U+200C and U+200D
// stay: Persian and emoji need them.
const DECEPTIVE =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/gu;
const MAX_NAME_LENGTH = 120;

/** Text as one line of visible characters, not shortened: for a person's own values. */
export const showText = (text: string): string => text.replace(DECEPTIVE, ' ').replace(/\s+/gu, ' ').trim();

/** A name as one line of visible characters, shortened with an ellipsis where it would flood the page. */
export const showName = (text: string): string => {
  const clean = showText(text);
  const points = [...clean];
  return points.length > MAX_NAME_LENGTH ? `${points.slice(0, MAX_NAME_LENGTH).join('')}…` : clean;
};

/** The first visible character of a name, for its mark. */
export const initialOf = (name: string): string => {
  // A letter without combining marks needs no Unicode tables, which take time and memory at start.
  if (/^[A-Za-z0-9](?:[ -~]|$)/.test(name)) return name.charAt(0).toUpperCase();
  const first = [...new Intl.Segmenter().segment(showName(name))].find(({ segment }) =>
    /[\p{L}\p{N}\p{S}]/u.test(segment),
  );
  return first === undefined ? '•' : first.segment.toLocaleUpperCase();
};

/** `core/ground/parse-url.ts` says why; views load nothing from core. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The link if it is an absolute https URI, otherwise undefined: an owner's link can do nothing else. */
export const safeUrl = (uri: string | undefined): string | undefined => {
  const parsed = uri === undefined ? undefined : parseUrl(uri);
  return parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '' ? parsed.href : undefined;
};

/** The link to a page of the service, from the operator's settings: https, or http on a loopback host. */
export const servicePage = (uri: string | undefined): string | undefined =>
  safeUrl(uri) ??
  (uri !== undefined && /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])[:/]/.test(uri) ? uri : undefined);

/** A path of this host or a query on this page, as routes give them; anything else becomes `#`. */
export const ownPath = (href: string): string => (/^(?:\/(?![/\\])|\?)[^\s\p{Cc}]*$/u.test(href) ? href : '#');

/** Link to the operator: `mailto:` for an email address, the URI itself if it is https, undefined for plain text. */
export const contactHref = (contact: string): string | undefined => {
  const address = contact.replace(/^mailto:/i, '');
  if (/^[^\s@<>"'?&#%:/\\]+@[^\s@<>"'?&#%:/\\]+$/u.test(address)) return `mailto:${address}`;
  return safeUrl(contact);
};
