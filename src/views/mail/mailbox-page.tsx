// The mails that are kept in memory, for whoever tries the server on their own machine. Links can be followed.
import { render } from 'preact-render-to-string';
import type { RenderedMail } from '../../core/server/mail/mail-sender.ts';

type Shown = Pick<RenderedMail, 'messageId' | 'to' | 'date' | 'subject' | 'text'>;

const STYLE = `
  html { background: Canvas; color: CanvasText }
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
  article { margin: 1.5rem 0; padding: 0 1rem; border: 1px solid; border-radius: .5rem }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** A line of a mail is a link, or text. Only our own texts put a line there that begins with a URL. */
const Line = ({ line }: { line: string }) => (/^https?:\/\/\S+$/.test(line) ? <a href={line}>{line}</a> : line);

const Mail = ({ mail }: { mail: Shown }) => (
  <article>
    <h2>{mail.subject}</h2>
    <p>
      To {mail.to}, <time datetime={new Date(mail.date).toISOString()}>{new Date(mail.date).toISOString()}</time>
    </p>
    <pre>
      {mail.text.split('\n').map((line, at) => (
        <span key={`${mail.messageId} ${at}`}>
          <Line line={line} />
          {'\n'}
        </span>
      ))}
    </pre>
  </article>
);

/** @param mails the newest first */
export const renderMailbox = (mails: readonly Shown[]): string =>
  `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Mail</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <h1>Mail</h1>
          <p>No mail server is set, so mails are kept here until the server stops: the last 100.</p>
          {mails.length === 0 ? <p>No mail yet. Reload the page to look again.</p> : null}
          {mails.map((mail) => (
            <Mail key={mail.messageId} mail={mail} />
          ))}
        </main>
      </body>
    </html>,
  )}`;
