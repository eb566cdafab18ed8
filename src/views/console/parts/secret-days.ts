// After how many days a new client secret may end; 0: never.
export const SECRET_DAYS = [0, 30, 90, 365] as const;
