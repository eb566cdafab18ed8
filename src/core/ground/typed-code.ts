// Codes as people type them: mailed ones, those of an authenticator app, and recovery codes. Input methods of Korean,
// Japanese and Chinese desktops write full-width letters and digits, and hyphens and spaces of their own.

/** White space, all dashes, the minus sign, the long-vowel mark that stands for a hyphen, and what has no width. */
const BETWEEN_GROUPS = /[\s\p{Pd}\u2212\u30fc\u200b-\u200d\u2060]/gu;

/** The letters and digits alone. Full-width ones become ASCII; the case stays as it is. */
export const foldTypedCode = (typed: string): string => typed.normalize('NFKC').replace(BETWEEN_GROUPS, '');
