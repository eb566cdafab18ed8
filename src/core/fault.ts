// Core's answer to bad input: every fault at once, each naming where it is. HTTP renders the list as problem+json
// pointers or beside the fields of a form; the command line as lines on standard error.

/**
 * One thing wrong with what was sent.
 * `path` leads to it (`['site_domains', 3]`; `[]` is the whole); `code` is stable and names the message in every
 * language; `detail` is an English sentence that says what to do; `values` are what the message mentions.
 */
export type Fault = {
  path: readonly (string | number)[];
  code: string;
  detail: string;
  values?: Readonly<Record<string, string | number>>;
};
