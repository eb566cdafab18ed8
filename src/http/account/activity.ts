// What the page of activity shows (contract 27), a page at a time.

import { describeDevice } from '../../core/ground/texts/describe-device.ts';
import type { Activity } from '../../core/people/activities/activity.ts';
import type { ActivityPage, ActivityRow } from '../../views/account/account-props.ts';
import { accountPath } from '../../views/page/account-pages.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';

/** On one page. */
const SHOWN = 50;

export async function activityContents(
  { ports }: AuthDeps,
  of: { accountId: string; beforeId: string | undefined },
): Promise<ActivityPage> {
  const listed = await ports.activities.listByAccount({ ...of, limit: SHOWN + 1 });
  const activities = listed.slice(0, SHOWN);
  const last = activities.at(-1);
  const olderHref = listed.length > SHOWN && last ? `${accountPath('activity')}?before=${last.id}` : undefined;
  return { page: 'activity', activities: activities.map(rowOf), olderHref };
}

const rowOf = ({ applicationId, ...activity }: Activity): ActivityRow => ({
  ...activity,
  ...(activity.data.userAgent === undefined
    ? { browser: undefined, system: undefined }
    : describeDevice(activity.data.userAgent)),
});
