// The fields of an API, in the form that makes one and in the form that changes it.
import type {
  AccessTokenAlgorithm,
  AccessTokenFormat,
  Api,
  ApiAudience,
  ApiScope,
} from '../../core/applications/apis/api.ts';
import {
  ConsoleSelect,
  ConsoleText,
  ConsoleTextArea,
  ConsoleTick,
  type FormOf,
} from '../console/parts/console-fields.tsx';

type Shown = Pick<
  Api,
  | 'resource'
  | 'name'
  | 'scopes'
  | 'applications'
  | 'documents'
  | 'audience'
  | 'allowedGroups'
  | 'groups'
  | 'accessTokenFormat'
  | 'accessTokenAlg'
> & {
  /** Undefined: the default of the format. */
  accessTokenTtlSeconds: number | undefined;
};

/** In the order of the choice. */
const ALGORITHMS = Object.keys({ ES256: true, RS256: true } satisfies Record<AccessTokenAlgorithm, true>);

export const NEW_API: Shown = {
  resource: '',
  name: '',
  scopes: [],
  ...{ applications: [], documents: false, audience: 'everyone', allowedGroups: [], groups: [] },
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: undefined,
};

/** As the form's fields have them: one per line, with what is read of it. */
const scopeLines = (scopes: readonly ApiScope[], text: 'label' | 'description'): string =>
  scopes.map((scope) => (scope[text] === undefined ? scope.name : `${scope.name} ${scope[text]}`)).join('\n');

/** What applications may ask people for, and of whom. */
const PeopleFields = ({ of, api }: { of: FormOf; api: Shown }) => {
  const words = of.messages.apis.people;
  const scopes = api.scopes.filter(({ machine }) => !machine);
  return (
    <>
      <ConsoleTextArea
        of={of}
        name="people_scopes"
        label={words.scopes}
        hint={words.scopesHint}
        current={scopeLines(scopes, 'label')}
        rows={3}
        optional
      />
      <ConsoleText
        of={of}
        name="default_scopes"
        label={words.byDefault}
        hint={words.byDefaultHint}
        current={scopes.flatMap(({ name, byDefault }) => (byDefault ? [name] : [])).join(' ')}
        optional
      />
      <ConsoleText
        of={of}
        name="applications"
        label={words.applications}
        hint={words.applicationsHint}
        current={api.applications === 'any' ? 'any' : api.applications.join(' ')}
        optional
      />
      <ConsoleTick
        of={of}
        name="documents"
        label={words.documents}
        hint={words.documentsHint}
        current={api.documents}
      />
      <ConsoleSelect
        of={of}
        name="audience"
        label={words.audience}
        current={api.audience}
        options={Object.entries(words.audiences satisfies Record<ApiAudience, string>)}
      />
      <ConsoleText
        of={of}
        name="allowed_groups"
        label={words.allowedGroups}
        current={api.allowedGroups.join(' ')}
        optional
      />
      <ConsoleText
        of={of}
        name="groups"
        label={words.groups}
        hint={words.groupsHint}
        current={api.groups.join(' ')}
        optional
      />
    </>
  );
};

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
        current={scopeLines(
          api.scopes.filter(({ machine }) => machine),
          'description',
        )}
        rows={3}
        optional
      />
      <PeopleFields of={of} api={api} />
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
