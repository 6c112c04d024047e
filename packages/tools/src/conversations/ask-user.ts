import { type UserRequest, within } from '@btcp/protocol';
import type { ControlLease } from './control-lease.js';
import type { SessionEvents } from './session-events.js';
import type { RequestAnswer, RequestInput } from './user-request.js';

export interface UserQuestion {
  request: UserRequest;
  link: string | undefined;
  answer(signal: AbortSignal): Promise<RequestAnswer>;
}

export function askUser(
  { lease, events }: { lease: ControlLease; events: SessionEvents },
  input: RequestInput,
  link: string | undefined,
): UserQuestion {
  const isNew = lease.state.request === null;
  const { request, answer } = lease.request(input);
  if (isNew) {
    events.add({ type: 'user_request', request, ...(link === undefined ? {} : { link }) });
    void answer.then(({ outcome }) => events.add({ type: 'user_request_ended', request: request.id, outcome }));
  }
  return {
    request,
    link,
    answer: async (signal) => {
      const withdraw = () => lease.withdraw(request.id);
      if (signal.aborted) withdraw();
      else signal.addEventListener('abort', withdraw, { once: true });
      try {
        // A call that joined an earlier request has its own deadline.
        return await within(answer, input.timeout, () => ({ outcome: 'deadline' as const }));
      } finally {
        signal.removeEventListener('abort', withdraw);
      }
    },
  };
}
