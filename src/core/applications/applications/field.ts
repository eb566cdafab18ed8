// What describes a plain value of an application (`application-fields.ts`).

type FieldDescription = {
  /** Its name in JSON and in forms. */
  wire: string;
  column: string;
  /** For the OpenAPI document. */
  description: string;
  /** JSON documents place it beside the name; the other fields follow the lists. */
  isTop?: true;
  /** PUT without it keeps the value (docs/decisions/0013-what-put-keeps.md). */
  kept?: true;
};

/** Help text of the flag of `applications create`; absent: no flag. */
type CommandLineFlag = { flag?: string };

export type FlagField = FieldDescription &
  CommandLineFlag & {
    kind: 'flag';
    byDefault: boolean;
    /** The heading of the settings page under which it appears. */
    group: 'clients' | 'openid' | 'advanced';
  };

export type ChoiceField = FieldDescription &
  CommandLineFlag & {
    kind: 'choice';
    /** Stands for the value in the command line's help. */
    placeholder: string;
    values: readonly string[];
    byDefault?: string;
    /** The code that refuses any other value. */
    refusal:
      | 'implementation-method-unknown'
      | 'signing-algorithm-unknown'
      | 'country-unknown'
      | 'audience-unknown'
      | 'auth-method-unknown'
      | 'security-profile-unknown';
  };

/** A text that is shown to people. */
export type TextField = FieldDescription &
  CommandLineFlag & {
    kind: 'text';
    placeholder: string;
    maxLength: number;
    /** The code that refuses an empty or longer text. */
    refusal: 'company-name-length';
  };

/** A list of some of the values, which are kept in this order. */
export type ListField = FieldDescription &
  CommandLineFlag & {
    kind: 'list';
    placeholder: string;
    values: readonly string[];
    /** What the list has where nothing was sent, and must have always. */
    byDefault: readonly string[];
    /** The codes that refuse any other value, and a list without one of `byDefault`. */
    refusals: readonly ['grant-types-unknown', 'grant-types-incomplete'];
  };

/** An https URI that is shown to people. */
type LinkField = FieldDescription & { kind: 'link' };

export type MemberField = FlagField | ChoiceField | TextField | ListField | LinkField;
