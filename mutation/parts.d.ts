// For vitest.mutation.config.ts.
export const part: { readonly mutate: string[]; readonly tests: string[] };
