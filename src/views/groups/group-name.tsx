// How a group is named to people.
import type { Group } from '../../core/people/groups/group.ts';
import { NameText } from '../parts/words.tsx';

type Named = Pick<Group, 'label' | 'name'>;

export const labelOf = ({ label, name }: Named): string => label ?? name;

export const GroupName = ({ of }: { of: Named }) => <NameText of={labelOf(of)} />;
