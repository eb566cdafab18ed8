/**
 * Replaces the keys by their values in one pass: what replaced one may begin as another does, such as `localhost:30001` as
 * `localhost:3000`.
 */
export function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  const keys = Object.keys(replacements).map((key) => key.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.replace(new RegExp(keys.join('|') || '(?!)', 'g'), (key) => replacements[key] ?? key);
}
