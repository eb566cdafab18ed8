// For the configuration of Vitest beside it.
export const part: { readonly mutate: string[]; readonly tests: string[] };
