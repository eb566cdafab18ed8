// Texts that people type and other people read: NFC, trimmed, and without characters that are invisible or reverse the
// reading order (contract 3; case K11).

// Control characters and lone surrogates; soft hyphen, zero-width and bidi formatting characters, line and paragraph
// separators, byte-order mark, tag characters.
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;

/** The form in which a text is stored: Unicode NFC, without white space around it. */
export const toPlainText = (text: string): string => text.normalize('NFC').trim();

export const hasForbiddenCharacters = (text: string): boolean => FORBIDDEN.test(text);

// The zero-width joiner and non-joiner where a script or an emoji needs them: after a letter, mark or pictograph, and
// before one (Unicode TR 31 2.3).
const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** The same for a person's own name, which may join letters and emoji. */
export const hasForbiddenInName = (text: string): boolean => hasForbiddenCharacters(text.replace(JOINED, ''));

/** Length as people count it: in code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;
