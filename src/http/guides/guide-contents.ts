// The guides as HTML, rendered from `docs`. The build writes them to files (build/build.js), and the built program
// reads those (built-guide-contents.ts) instead of loading this module and the Markdown parser.
import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import { messagesFor } from '../../views/messages/messages-for.ts';
import type { Language } from '../../views/page/page.ts';

/** `users` is the page `/help`, `owners` the page `/guide`. */
export type Guide = 'users' | 'owners';

/** `title` is text, `contents` HTML. Both name the service `Latchkey`, and its hosts as `docs` does. */
export type GuideContents = { title: string; contents: string };

/** Comes before a paragraph that makes sense only in the repository. */
const LEFT_OUT = /^<!-- not in the page -->\n[\s\S]*?\n\n/gm;

/**
 * @throws Error if the document links to a file of the repository: the page cannot
 */
export function guideContents(guide: Guide, language: Language): GuideContents {
  const name = language === 'en' ? guide : `${guide}.${language}`;
  const document = new URL(`../../../docs/${name}.md`, import.meta.url);
  const markdown = readFileSync(document, 'utf8').replaceAll(LEFT_OUT, '');
  const chapters: { id: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${text}</h${depth}>\n`;
        const id = idOf(text);
        chapters.push({ id, text });
        return `<h2 id="${id}">${text}</h2>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        if (!/^(?:http:\/\/localhost:400[01]|#)/.test(href)) throw new Error(`${name}.md links to ${href}`);
        return `<a href="${href}">${this.parser.parseInline(tokens)}</a>`;
      },
      // What a command prints and takes is English in every language.
      code({ text }: Tokens.Code) {
        return `<pre dir="ltr" lang="en" tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      // Comments are for the tests of the document.
      html: () => '',
    },
  });
  const [, title = '', body = ''] = /^# (.*)\n([\s\S]*)$/.exec(markdown) ?? [];
  const text = marked.parse(body, { async: false });
  const [lede, ...rest] = text.split(/(?=<h2 )/);
  const { contents } = messagesFor(language).reference.errors;
  const links = chapters.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return {
    title,
    contents:
      `<div class="card"><div class="heading"><h1>${title}</h1></div>${lede}</div>` +
      `<div class="with-contents"><nav class="contents" aria-labelledby="contents"><h2 id="contents">${contents}</h2>` +
      `<ul>${links.join('')}</ul></nav><article class="card prose">${rest.join('')}</article></div>`,
  };
}

/** As GitHub makes the anchors of a document. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
