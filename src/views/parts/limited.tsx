// Says on top of a form that there were too many tries, and how long to wait.
import { AlertIcon } from './icons.tsx';

export const Limited = ({ text }: { text: string }) => (
  <div class="notice bad" role="alert">
    <AlertIcon />
    <p>{text}</p>
  </div>
);
