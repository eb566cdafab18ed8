// Adding a URI that was refused, to those that are registered. Anybody may have sent it, so it says what adding means
// and has to be opened first.
import type { Phrase } from '../../page/phrase.ts';
import { AlertIcon } from '../../parts/icons.tsx';
import { Words } from '../../parts/words.tsx';
import { Maker } from './console-parts.tsx';

/** @param props `otherHost`: its host, if no registered URI has it */
export const AddRefusedUri = (props: {
  uri: string;
  name: 'redirect_uri' | 'post_logout_redirect_uri';
  otherHost: string | undefined;
  words: { add: string; addHint: string; addConfirm: string; otherHost(host: string): Phrase };
}) => {
  const { uri, name, otherHost, words } = props;
  return (
    <Maker title={words.add} open={false}>
      {otherHost === undefined ? (
        <p>{words.addHint}</p>
      ) : (
        <div class="notice bad">
          <AlertIcon />
          <p>
            <Words of={words.otherHost(otherHost)} />
          </p>
        </div>
      )}
      <button type="submit" class="secondary narrow" name={name} value={uri} data-working="">
        {words.addConfirm}
      </button>
    </Maker>
  );
};
