// The blocks of docs/events.md by their names.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

export const EVENTS_PAGE = {
  text,
  block(name: string): string {
    const found = new RegExp(`<!-- ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\`\n`).exec(text)?.[1];
    if (found === undefined) throw new Error(`docs/events.md has no block ${name}`);
    return found;
  },
};
