// Lifetimes of a new client secret in days; 0: it never ends.
export const SECRET_DAYS = [0, 30, 90, 365] as const;
