/** Of `Unavailable`, on both databases: a caller that tries again gets the answer that fits. */
export const REMOVED_MEANWHILE = 'What this belongs to was removed meanwhile';
