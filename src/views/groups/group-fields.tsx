// The fields of a group, in the form that makes one and in the form that changes it.
import type { Group } from '../../core/people/groups/group.ts';
import { ConsoleText, ConsoleTick, type FormOf } from '../console/parts/console-fields.tsx';
import { DescribedTexts } from '../console/parts/translated-texts.tsx';

export const ANY_APPLICATION = 'any_application';

type Shown = Pick<Group, 'name' | 'label' | 'description' | 'translations' | 'applications'>;

export const NEW_GROUP: Shown = {
  name: '',
  label: undefined,
  description: undefined,
  translations: undefined,
  applications: [],
};

export const GroupFields = ({ of, group }: { of: FormOf; group: Shown }) => {
  const words = of.messages.groups;
  return (
    <>
      <ConsoleText
        of={of}
        name="name"
        label={words.name}
        hint={group.name === '' ? words.nameHint : words.nameFixed}
        current={group.name}
      />
      <DescribedTexts of={of} texts={group} hints={words} />
      <ConsoleTick
        of={of}
        name={ANY_APPLICATION}
        label={words.anyApplication}
        hint={words.anyApplicationHint}
        current={group.applications === 'any'}
      />
    </>
  );
};
