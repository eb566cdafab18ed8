// Texts as literals of other languages. First every control character and line break becomes a space, so that what is
// left to escape in each language is only its quotes, its backslash and its way of putting values into texts.

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** A literal of JavaScript, TypeScript, Python and YAML, in double quotes. */
export const quoted = (text: string): string => JSON.stringify(oneLine(text));

/** A literal of Kotlin, Groovy and Dart, where a dollar sign in double quotes puts in a value. */
export const quotedWithDollar = (text: string): string => quoted(text).replaceAll('$', '\\$');

/** A literal of Swift: a backslash begins everything there, `\(value)` too, and none is left alone. */
export const swiftQuoted = (text: string): string => `"${oneLine(text).replace(/[\\"]/g, '\\$&')}"`;

/** One word of a POSIX shell: between single quotes nothing has a meaning but the quote itself. */
export const shellQuoted = (text: string): string => `'${oneLine(text).replaceAll("'", `'\\''`)}'`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of HTML and XML, also inside an attribute. */
export const markupText = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
