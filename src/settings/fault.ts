// Faults of the settings, which are reported to the operator all at once (contract 1).

export type SettingFault = {
  /** The setting as the operator wrote it, and where: `LATCHKEY_AUTH_URL`, `auth_url in config/latchkey.yaml`. */
  key: string;
  /** What was found, ready to show: the value as JSON (a secret's is hidden), or that it is missing. */
  found: string;
  /** What is allowed instead. */
  allowed: string;
};

/** The settings cannot be used; `message` has one line for each fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(faults.map(toLine).join('\n'));
    this.faults = faults;
  }
}

const toLine = ({ key, found, allowed }: SettingFault): string => `${key}: ${found}; allowed: ${allowed}`;
