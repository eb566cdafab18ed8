// Whom the operator can oblige to have a second factor (contract 24).

/** `staff`: operators · `owners`: also owners of applications, and members who can edit one · `everyone`. */
export const SECOND_FACTOR_POLICIES = ['optional', 'staff', 'owners', 'everyone'] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

/** All but `optional` do. */
export const bindsOperators = (policy: SecondFactorPolicy): boolean => policy !== 'optional';
