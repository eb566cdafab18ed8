// Fields of requests, responses and parameters: name, type, limits, description.

import type { Messages } from '../messages/messages-for.ts';
import { Code } from './code.tsx';
import type { Range, ReferenceField, Type } from './reference-props.ts';

export type ReferenceWords = Messages['reference']['api'];

/** More are not listed: the reader knows them by their standard, which the description names. */
const MAX_VALUES = 16;

export const TypeText = ({ of, words }: { of: Type; words: ReferenceWords }) => {
  if (of.kind === 'ref') return <a href={`#schema-${of.name}`}>{of.name}</a>;
  if (of.kind !== 'list') return <>{words.types[of.kind]}</>;
  return (
    <>
      {words.listOf} <TypeText of={of.of} words={words} />
    </>
  );
};

const rangeText = ({ minimum = 0, maximum }: Range, words: ReferenceWords): string => {
  if (maximum === undefined) return words.atLeast(minimum);
  if (minimum === maximum) return String(maximum);
  return minimum === 0 ? words.atMost(maximum) : `${minimum}–${maximum}`;
};

/** What limits the value, in words. Names and values are code. */
const limitsOf = (field: ReferenceField, words: ReferenceWords): string[] => {
  const { length, entries, range } = field;
  return [
    ...(length ? [words.characters(rangeText(length, words))] : []),
    ...(entries ? [words.entries(rangeText(entries, words))] : []),
    ...(range ? [rangeText(range, words)] : []),
    ...(field.required ? [words.required] : []),
    ...(field.readOnly ? [words.readOnly] : []),
    ...(field.nullable ? [words.nullable] : []),
  ];
};

const Values = ({ field, words }: { field: ReferenceField; words: ReferenceWords }) => {
  const { values, format, pattern, byDefault } = field;
  const listed = values.length <= MAX_VALUES ? values : [];
  return (
    <>
      {listed.length === 0 ? null : (
        <p class="hint">
          {words.values}{' '}
          {listed.map((value, at) => (
            <>
              {at > 0 ? ', ' : null}
              <Code of={String(value)} />
            </>
          ))}
        </p>
      )}
      {values.length > MAX_VALUES ? <p class="hint">{words.manyValues(values.length)}</p> : null}
      {format === undefined && pattern === undefined ? null : (
        <p class="hint">
          {words.format} <Code of={format ?? pattern ?? ''} />
        </p>
      )}
      {byDefault === undefined ? null : (
        <p class="hint">
          {words.byDefault} <Code of={String(byDefault)} />
        </p>
      )}
    </>
  );
};

/** A description, with what stands between backquotes as code. */
export const Description = ({ of }: { of: string }) => (
  <span lang="en">{of.split('`').map((part, at) => (at % 2 === 0 ? part : <Code of={part} />))}</span>
);

/** @param props.placeOf words before the type, such as where a parameter stands */
export const Fields = <F extends ReferenceField>(props: {
  of: readonly F[];
  words: ReferenceWords;
  placeOf?: (field: F) => string;
}) => {
  const { of, words, placeOf } = props;
  return (
    <ul class="fields">
      {of.map((field) => (
        <li key={field.name}>
          <p>
            <b>
              <Code of={field.name} />
            </b>{' '}
            <span class="hint limits">
              {placeOf === undefined ? null : `${placeOf(field)}\u00a0· `}
              <TypeText of={field.type} words={words} />
              {limitsOf(field, words).map((limit) => `\u00a0· ${limit}`)}
            </span>
          </p>
          {field.description === undefined ? null : (
            <p>
              <Description of={field.description} />
            </p>
          )}
          <Values field={field} words={words} />
          {field.fields.length === 0 ? null : <Fields of={field.fields} words={words} />}
        </li>
      ))}
    </ul>
  );
};
