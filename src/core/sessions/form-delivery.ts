// Port: how a form reaches an address that an application's owner registered. It is a stranger's address: what asks for
// it decides nothing by what comes back but the status.

export type Delivered =
  | { kind: 'answered'; status: number }
  /** The address may not be asked (case N7): trying again would not help. */
  | { kind: 'refused'; reason: string }
  /** No answer in time, or none at all. */
  | { kind: 'failed'; reason: string };

export interface FormDelivery {
  /**
   * Posts the fields once, as `application/x-www-form-urlencoded`. Follows no redirect. Never rejects.
   * @param signal ends it early: `failed`
   */
  post(uri: string, fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Delivered>;
}
