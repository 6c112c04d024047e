/** Who may act in the browser. */
export type Holder =
  | { kind: 'agent' }
  /** `isAway`: the connection is lost, and others may take over until it returns. */
  | { kind: 'viewer'; viewer: string; name?: string; isAway?: true }
  | { kind: 'nobody' };

/** Why the holder last changed. */
export type ControlReason =
  | 'start'
  | 'taken'
  | 'given back'
  | 'declined'
  | 'idle'
  | 'viewer gone'
  | 'deadline'
  | 'withdrawn'
  | 'closed';

/** What the agent asks a person to do. */
export interface UserRequest {
  id: string;
  message: string;
  purpose: 'login' | 'captcha' | 'payment' | 'confirmation' | 'other';
  /** Milliseconds since 1970. */
  deadline: number;
}

/** How a request to a person ended. */
export type UserRequestOutcome = 'done' | 'declined' | 'deadline' | 'viewer gone' | 'closed' | 'cancelled';

/** The lease on the browser. The epoch grows with every change. */
export interface ControlState {
  holder: Holder;
  epoch: number;
  reason: ControlReason;
  /** While true, the agent cannot read the page. */
  isPrivate: boolean;
  request: UserRequest | null;
}
