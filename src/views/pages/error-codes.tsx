// The two codes on every error page: the error code to look up, and the request id to name when asking for help.
import type { Messages } from '../messages/messages-for.ts';

type Props = { code: string; status: number; requestId: string; messages: Messages };

export const ErrorCodes = ({ code, status, requestId, messages }: Props) => (
  <dl class="codes">
    <div>
      <dt>{messages.error.code}</dt>
      <dd>
        <code>{code}</code> <span>({status})</span>
      </dd>
    </div>
    <div>
      <dt>{messages.error.request}</dt>
      <dd>
        <code>{requestId}</code>
      </dd>
    </div>
  </dl>
);
