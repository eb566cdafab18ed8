// A QR code as inline SVG: dark on white in every colour scheme, because many apps cannot read it the other way round.
import { encode } from 'uqr';

/** Modules of white around the code, which ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** One line, a module thick, for each run of dark modules in a row. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .map((row, y) => {
      const dark = row.map((module) => (module ? '1' : '0')).join('');
      return [...dark.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}`).join('');
    })
    .join('');

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg class="qr" viewBox={`0 -.5 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect y="-.5" width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} stroke="#000" />
    </svg>
  );
};
