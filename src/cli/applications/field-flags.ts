// The flags of `applications create` for the plain values of an application
// (`core/applications/application-fields.ts`).
import { ALL_FIELDS, type Field, type FieldDrafts } from '../../core/applications/application-fields.ts';
import type { FlagSpec, Flags } from '../command.ts';

/** A switch that is on by default is turned off by `--no-…`. */
const nameOf = (field: Field): string => {
  const name = field.wire.replaceAll('_', '-');
  return field.kind === 'flag' && field.byDefault ? `no-${name}` : name;
};

const FIELDS_WITH_FLAG = ALL_FIELDS.flatMap(([name, field]) =>
  field.kind !== 'link' && field.flag !== undefined ? [{ name, field, description: field.flag }] : [],
);

export const FIELD_FLAGS: readonly FlagSpec[] = FIELDS_WITH_FLAG.map(({ field, description }) => ({
  name: nameOf(field),
  ...(field.kind !== 'flag' && { value: field.placeholder }),
  description,
}));

export const fieldsIn = (flags: Flags): FieldDrafts =>
  Object.fromEntries(FIELDS_WITH_FLAG.map(({ name, field }) => [name, valueIn(flags, field)]));

function valueIn(flags: Flags, field: Field): string | boolean | undefined {
  const name = nameOf(field);
  return field.kind === 'flag' ? flags.has(name) !== field.byDefault : flags.optional(name);
}
