// The mark of an application or a person: the name's initial on a quiet colour that stays the same for the same name.
import { initialOf, showName } from './safe-text.ts';

const HUES = 6;

const hueOf = (name: string): number =>
  [...name].reduce((sum, point) => (sum * 31 + (point.codePointAt(0) ?? 0)) % 9973, 7) % HUES;

export const ApplicationMark = ({ name, small }: { name: string; small?: boolean }) => (
  <span class={`mark hue-${hueOf(showName(name))}${small ? ' little' : ''}`} aria-hidden="true">
    <span dir="auto">{initialOf(name)}</span>
  </span>
);

export const PersonMark = ({ name }: { name: string }) => (
  <span class="mark little round" aria-hidden="true">
    <span dir="auto">{initialOf(name)}</span>
  </span>
);
