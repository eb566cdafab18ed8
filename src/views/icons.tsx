// The few drawings of the pages, inline and in the colour of the text around them. All are decoration: the words beside
// them say the same.

type IconProps = { class?: string };

const Icon = ({ class: name, d }: IconProps & { d: string }) => (
  <svg class={name ? `icon ${name}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={d} />
  </svg>
);

export const KeyIcon = () => (
  <Icon d="M14.5 3a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm1.75 4.75h.01M10 14l-7 7m2.5-2.5L8 21" />
);
export const LockIcon = () => <Icon d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />;
export const AlertIcon = () => <Icon d="M12 8v5m0 3.5h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z" />;
export const CheckIcon = () => <Icon d="m8 12.5 2.7 2.7L16 9.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z" />;
export const ArrowIcon = () => <Icon class="turns" d="m9 5 7 7-7 7" />;
