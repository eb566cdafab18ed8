// The catalogue of consent items, for application developers.

import { messagesFor } from '../messages/messages-for.ts';
import type { CatalogueProps, PageContext } from '../page/page.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';

/** A code that may break after its underscores. */
const Code = ({ of }: { of: string }) => (
  <code>
    {of.split(/(?<=_)/).map((part, at) => (
      <>
        {at > 0 ? <wbr /> : null}
        {part}
      </>
    ))}
  </code>
);

const Codes = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((code) => (
      <li key={code}>
        <Code of={code} />
      </li>
    ))}
  </ul>
);

export const renderCatalogue = (context: PageContext, props: CatalogueProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.catalogue;
  return renderPage(
    context,
    { title: words.title, wide: true },
    <div class="card">
      <Heading title={words.title} lede={[words.lede]} />
      <table>
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.claims}</th>
            <th scope="col">{words.scopes}</th>
          </tr>
        </thead>
        <tbody>
          {props.entries.map((entry) => (
            <tr key={entry.item}>
              <th scope="row">
                {messages.items[entry.item]} <Code of={entry.item} />
              </th>
              <td>
                <Codes of={entry.claims} />
              </td>
              <td>
                <Codes of={entry.scopes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
  );
};
