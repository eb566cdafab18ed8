// The mark of an application or a person: the logo, or the name's initial on a muted colour that is always the same for
// a name. The name is always beside it, so screen readers skip the mark.
import { initialOf, ownPath, showName } from '../page/safe-text.ts';

const HUES = 6;

const hueOf = (name: string): number =>
  [...name].reduce((sum, point) => (sum * 31 + (point.codePointAt(0) ?? 0)) % 9973, 7) % HUES;

type MarkProps = {
  name: string;
  logo?: string | undefined;
  small?: boolean;
  /** Path of the logo on dark pages, behind which no white lies; undefined: the same. */
  dark?: string | undefined;
};

/** @param props `logo`: its path on this host */
export const ApplicationMark = ({ name, logo, small, dark }: MarkProps) => {
  if (logo === undefined) {
    return (
      <span class={`mark hue-${hueOf(showName(name))}${small ? ' little' : ''}`} aria-hidden="true">
        <span dir="auto">{initialOf(name)}</span>
      </span>
    );
  }
  const classes = `mark picture${small ? ' little' : ''}`;
  if (dark === undefined) return <img class={classes} src={ownPath(logo)} alt="" width="56" height="56" />;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset={ownPath(dark)} />
      <img class={`${classes} two`} src={ownPath(logo)} alt="" width="56" height="56" />
    </picture>
  );
};

/** @param props `picture`: its path on this host */
export const PersonMark = ({ name, picture }: { name: string; picture?: string | undefined }) =>
  picture === undefined ? (
    <span class="mark little round" aria-hidden="true">
      <span dir="auto">{initialOf(name)}</span>
    </span>
  ) : (
    <img class="mark little round face" src={ownPath(picture)} alt="" width="56" height="56" />
  );
