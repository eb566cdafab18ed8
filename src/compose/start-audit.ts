// What the audit needs before the server serves: the key of its seals, and the settings of this start.

import type { Ports } from '../core/operating/ports.ts';
import { currentAuditKey } from '../core/server/audit/audit-key.ts';
import { recordSettings } from '../core/server/audit/record-settings.ts';
import type { Settings } from '../settings/config.ts';
import { settingTexts } from '../settings/setting-texts.ts';

/** Call it once the secret is known to be the database's. @throws Unavailable */
export async function startAudit(ports: Ports, settings: Settings): Promise<void> {
  await currentAuditKey(ports);
  await recordSettings(ports, settingTexts(settings));
}
