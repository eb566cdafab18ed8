// Where owners find more than the console: the pages for developers.
import type { Messages } from '../../messages/messages-for.ts';

export const DeveloperLinks = ({ messages }: { messages: Messages }) => {
  const words = messages.reference.links;
  return (
    <nav class="languages" aria-label={words.title}>
      <a href="/guide">{words.guide}</a>
      <a href="/api-reference">{words.api}</a>
      <a href="/errors">{words.errors}</a>
      <a href="/catalogue">{words.items}</a>
      <a href="/button">{words.button}</a>
    </nav>
  );
};
