// Text that somebody else wrote, inside a line.
import { showName, showText } from '../../page/safe-text.ts';

/** In its own direction, on the line of the text around it. */
export const InlineText = ({ of }: { of: string }) => <span dir="auto">{showName(of)}</span>;

/** The same of a person's or an owner's own value, which is not shortened. */
export const InlineValue = ({ of }: { of: string }) => <span dir="auto">{showText(of)}</span>;
