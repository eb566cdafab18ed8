// For the configuration of Vitest beside it, and for the test of the lists.
type Part = { readonly mutate: string[]; readonly tests: string[] };

export const PARTS: Readonly<Record<'rules' | 'stories' | 'reach', Part>>;
export const part: Part;
