// Who receives the data of a consent page, and how long each item is kept, in one line. Nothing if the owner told
// neither.
import type { Messages } from '../messages/messages-for.ts';
import { countryName } from './country-name.ts';
import type { ConsentProps, Language } from './page.ts';
import { showName } from './safe-text.ts';
import { ValueText, Words } from './words.tsx';

type Props = { props: ConsentProps; messages: Messages; language: Language };

export const ConsentRecipient = ({ props, messages, language }: Props) => {
  const words = messages.consent;
  const { companyName, companyCountry } = props.application;
  const country = companyCountry === undefined ? undefined : countryName(companyCountry, language);
  const kept = props.items.filter(({ retention }) => retention !== undefined);
  if (companyName === undefined && country === undefined && kept.length === 0) return null;
  return (
    <p>
      {companyName === undefined ? null : <Words of={words.recipient(showName(companyName), country)} />}
      {companyName === undefined && country !== undefined ? words.recipientIn(country) : null}
      {kept.length === 0 ? null : ` ${words.kept} `}
      {kept.map(({ item, retention = '' }, at) => (
        <>
          {at === 0 ? '' : '; '}
          {messages.items[item]} – <ValueText of={retention} />
        </>
      ))}
    </p>
  );
};
