// Writes texts as literals of other languages. First every control character and line break becomes a space. Then each
// language has to escape only its quotes, its backslash and its interpolation.

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

/** A literal of JavaScript, TypeScript, Python and YAML, in double quotes. */
export const quoted = (text: string): string => JSON.stringify(oneLine(text));

/** A literal of Kotlin, Groovy and Dart, where a dollar sign in double quotes begins an interpolation. */
export const quotedWithDollar = (text: string): string => quoted(text).replaceAll('$', '\\$');

/** A literal of Swift, where a backslash begins every escape, also `\(value)`; every backslash is escaped. */
export const swiftQuoted = (text: string): string => `"${oneLine(text).replace(/[\\"]/g, '\\$&')}"`;

/** One word of a POSIX shell: between single quotes only the quote itself has a meaning. */
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
