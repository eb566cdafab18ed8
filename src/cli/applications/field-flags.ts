// The flags of `applications create` for the plain values of an application
// (`core/applications/applications/application-fields.ts`).
import { ALL_FIELDS, type FieldDrafts } from '../../core/applications/applications/application-fields.ts';
import type { MemberField } from '../../core/applications/applications/field.ts';
import type { FlagSpec, Flags } from '../frame/command.ts';

/** A switch that is on by default is turned off by `--no-…`; a list has a flag for each entry. */
const nameOf = (field: MemberField): string => {
  const name = field.wire.replaceAll('_', '-');
  if (field.kind === 'list') return name.replace(/s$/, '');
  return field.kind === 'flag' && field.byDefault ? `no-${name}` : name;
};

const FIELDS_WITH_FLAG = ALL_FIELDS.flatMap(([name, field]) =>
  field.kind !== 'link' && field.flag !== undefined ? [{ name, field, description: field.flag }] : [],
);

export const FIELD_FLAGS: readonly FlagSpec[] = FIELDS_WITH_FLAG.map(({ field, description }) => ({
  name: nameOf(field),
  ...(field.kind !== 'flag' && { value: field.placeholder }),
  ...(field.kind === 'list' && { repeated: true as const }),
  description,
}));

export const fieldsIn = (flags: Flags): FieldDrafts =>
  Object.fromEntries(FIELDS_WITH_FLAG.map(({ name, field }) => [name, valueIn(flags, field)]));

/** A list always has its usual entries, so that only what is added to them is written. */
function valueIn(flags: Flags, field: MemberField): FieldDrafts[keyof FieldDrafts] {
  const name = nameOf(field);
  if (field.kind === 'list') {
    return [...flags.all(name), ...field.byDefault];
  }
  return field.kind === 'flag' ? flags.has(name) !== field.byDefault : flags.optional(name);
}

/** Of the plain value, or other member, that has this name in JSON. */
export const flagOfField = (wire: string): string => {
  const field = FIELDS_WITH_FLAG.find((one) => one.field.wire === wire)?.field;
  return field ? nameOf(field) : wire.replaceAll('_', '-');
};
