// Port: posts JSON to an address that the owner of an application registered. The address is not trusted: nothing but
// the status of the answer is read.
import type { Delivered } from '../../sign-in/sessions/form-delivery.ts';

export interface EventPost {
  /**
   * Posts once. Follows no redirect. Never rejects.
   * @param signal cuts it off: `failed`
   */
  postJson(
    uri: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Delivered>;
}
