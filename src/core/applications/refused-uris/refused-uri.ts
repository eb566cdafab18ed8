// A post-logout redirect URI that was sent to this server and is not registered. Anybody may have sent it.

export type RefusedUri = {
  applicationId: string;
  /** As it was sent. */
  uri: string;
  /** The last time. */
  refusedAt: number;
};

/** Kept for each application: the newest. */
export const MAX_REFUSED_URIS = 20;

export const REFUSED_URI_KEPT_MS = 7 * 86_400_000;
