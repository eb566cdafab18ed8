// The few icons of the pages, inline and in the colour of the text around them. All are decorative: the text beside
// them says the same.

const Icon = ({ d }: { d: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

/** The mark of the service, in a square of 24. */
export const KEYHOLE = 'M12 3.5a5 5 0 0 1 2.6 9.27L16.5 20.5h-9l1.9-7.73A5 5 0 0 1 12 3.5Z';

export const KeyholeIcon = () => <Icon d={KEYHOLE} />;
export const AlertIcon = () => <Icon d="M12 8v5m0 3.5h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z" />;
export const CheckIcon = () => <Icon d="m8 12.5 2.7 2.7L16 9.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z" />;
export const LockIcon = () => <Icon d="M7.5 10.5V8a4.5 4.5 0 0 1 9 0v2.5M6 10.5h12v9H6Z" />;
