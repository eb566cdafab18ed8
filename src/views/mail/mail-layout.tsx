// Makes the content of a mail text and HTML. Mail programs drop style sheets, so the style is inline; nothing is loaded
// from anywhere, and the mail cannot tell that it was read.
import type { CSSProperties } from 'preact';
import { render } from 'preact-render-to-string';
import { messagesFor } from '../messages/messages-for.ts';
import { accentFor } from '../page/accent.ts';
import type { Brand } from '../page/brand.ts';
import type { Language } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import type { MailContent } from './mail-content.ts';

export type MailBrand = Pick<Brand, 'serviceName' | 'accentColor' | 'supportContact'>;

type Styles = Readonly<Record<string, CSSProperties>>;

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif';

const STYLES = {
  body: {
    margin: 0,
    padding: '24px 12px',
    background: '#f4f5f7',
    color: '#1b1f24',
    font: `16px/1.5 ${FONT}`,
    wordBreak: 'keep-all',
  },
  card: { maxWidth: 560, margin: '0 auto', padding: 24, background: '#ffffff', borderRadius: 12 },
  service: { margin: '0 0 16px', fontWeight: 700 },
  title: { margin: '0 0 12px', fontSize: 22, lineHeight: 1.3 },
  line: { margin: '0 0 12px' },
  code: { margin: '16px 0', fontSize: 28, fontWeight: 700, letterSpacing: 2, fontFamily: 'ui-monospace, monospace' },
  details: { margin: '16px 0', borderCollapse: 'collapse' },
  label: { padding: '2px 16px 2px 0', textAlign: 'left', fontWeight: 400, color: '#57606a', verticalAlign: 'top' },
  value: { padding: '2px 0' },
  foot: { maxWidth: 560, margin: '16px auto 0', fontSize: 13, color: '#57606a' },
} satisfies Styles;

type Layout = { content: MailContent; brand: MailBrand; language: Language };

/** What stands below every mail. */
export const footOf = ({ brand, language }: Omit<Layout, 'content'>): string[] => {
  const words = messagesFor(language).mail;
  const contact = brand.supportContact;
  return [words.automatic(showName(brand.serviceName)), ...(contact === undefined ? [] : [words.support(contact)])];
};

const Button = ({ action, accentColor }: { action: MailContent['action']; accentColor: string }) => {
  if (action === undefined) return null;
  const { fill, text } = accentFor(accentColor, { surfaces: ['#ffffff'], dark: false });
  const style = {
    ...{ display: 'inline-block', padding: '12px 20px', borderRadius: 8, fontWeight: 600, textDecoration: 'none' },
    ...{ background: fill, color: text },
  };
  return (
    <p style={STYLES.line}>
      <a href={action.href} style={style}>
        {action.label}
      </a>
    </p>
  );
};

const Mail = ({ content, brand, language }: Layout) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{content.subject}</title>
    </head>
    <body style={STYLES.body}>
      <div style={STYLES.card}>
        <p style={STYLES.service}>{showName(brand.serviceName)}</p>
        <h1 style={STYLES.title}>{content.subject}</h1>
        {content.lines.map((line) => (
          <p key={line} style={STYLES.line}>
            {line}
          </p>
        ))}
        {content.code === undefined ? null : <p style={STYLES.code}>{content.code}</p>}
        {content.details.length === 0 ? null : <Details details={content.details} />}
        <p style={STYLES.line}>{content.advice}</p>
        <Button action={content.action} accentColor={brand.accentColor} />
      </div>
      <div style={STYLES.foot}>
        {footOf({ brand, language }).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </body>
  </html>
);

const Details = ({ details }: Pick<MailContent, 'details'>) => (
  <table style={STYLES.details}>
    {details.map(({ label, value }) => (
      <tr key={label}>
        <th scope="row" style={STYLES.label}>
          {label}
        </th>
        <td style={STYLES.value}>{value}</td>
      </tr>
    ))}
  </table>
);

export const htmlOf = (layout: Layout): string => `<!doctype html>${render(<Mail {...layout} />)}`;

export function textOf({ content, brand, language }: Layout): string {
  const { subject, lines, code, details, advice, action } = content;
  const parts = [
    subject,
    ...lines,
    code,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    advice,
    action && `${action.label}:\n${action.href}`,
    `-- \n${footOf({ brand, language }).join('\n')}`,
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}
