// Text that somebody else wrote, inside a line.
import { showName } from '../../page/safe-text.ts';

/** In its own direction, on the line of the text around it. */
export const InlineText = ({ of }: { of: string }) => <span dir="auto">{showName(of)}</span>;
