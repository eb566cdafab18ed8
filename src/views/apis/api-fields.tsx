// The fields of an API, in the form that makes one and in the form that changes it.
import type { AccessTokenAlgorithm, AccessTokenFormat, Api } from '../../core/apis/api.ts';
import { ConsoleSelect, ConsoleText, ConsoleTextArea, type FormOf } from '../console/parts/console-fields.tsx';

type Shown = Pick<Api, 'resource' | 'name' | 'scopes' | 'accessTokenFormat' | 'accessTokenAlg'> & {
  /** Undefined: the default of the format. */
  accessTokenTtlSeconds: number | undefined;
};

/** In the order of the choice. */
const ALGORITHMS = Object.keys({ ES256: true, RS256: true } satisfies Record<AccessTokenAlgorithm, true>);

export const NEW_API: Shown = {
  resource: '',
  name: '',
  scopes: [],
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: undefined,
};

/** As the form's field has them: one per line. */
const scopeLines = ({ scopes }: Shown): string =>
  scopes.map(({ name, description }) => (description === undefined ? name : `${name} ${description}`)).join('\n');

export const ApiFields = ({ of, api }: { of: FormOf; api: Shown }) => {
  const words = of.messages.apis;
  return (
    <>
      <ConsoleText of={of} name="name" label={words.name} current={api.name} ownDirection />
      <ConsoleText
        of={of}
        name="resource"
        label={words.resource}
        hint={words.resourceHint}
        current={api.resource}
        type="url"
        inputmode="url"
      />
      <ConsoleTextArea
        of={of}
        name="scopes"
        label={words.scopes}
        hint={words.scopesHint}
        current={scopeLines(api)}
        rows={5}
        optional
      />
      <ConsoleSelect
        of={of}
        name="access_token_format"
        label={words.format}
        current={api.accessTokenFormat}
        options={Object.entries(words.formats satisfies Record<AccessTokenFormat, string>)}
      />
      <ConsoleSelect
        of={of}
        name="access_token_signing_alg"
        label={words.algorithm}
        current={api.accessTokenAlg}
        options={ALGORITHMS.map((name) => [name, name] as const)}
      />
      <ConsoleText
        of={of}
        name="access_token_ttl_seconds"
        label={words.ttl}
        hint={words.ttlHint}
        current={String(api.accessTokenTtlSeconds ?? '')}
        inputmode="numeric"
        optional
      />
    </>
  );
};
