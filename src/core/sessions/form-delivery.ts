// Port: posts a form to an address that the owner of an application registered. The address is not trusted: nothing but
// the status of the answer is read.

export type Delivered =
  | { kind: 'answered'; status: number }
  /** The address is not allowed (case N7): trying again would not help. */
  | { kind: 'refused'; reason: string }
  /** There was no answer, or not in time. */
  | { kind: 'failed'; reason: string };

export interface FormDelivery {
  /**
   * Posts the fields once, as `application/x-www-form-urlencoded`. Follows no redirect. Never rejects.
   * @param signal cuts it off: `failed`
   */
  post(uri: string, fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Delivered>;
}
