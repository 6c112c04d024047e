/** Who may act in the browser. */
export type Holder =
  | { kind: 'agent' }
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
  | 'not private'
  | 'closed';

/** What the agent asks a person to do. */
export interface UserRequest {
  id: string;
  message: string;
  purpose: 'login' | 'captcha' | 'payment' | 'confirmation' | 'other';
  deadline: number;
}

/** How a request to a person ended. */
export type UserRequestOutcome = 'done' | 'declined' | 'deadline' | 'viewer gone' | 'closed' | 'cancelled';

/** The lease on the browser, whose epoch grows with every change. */
export interface ControlState {
  holder: Holder;
  epoch: number;
  reason: ControlReason;
  /** If true, the agent cannot read the page either. */
  isPrivate: boolean;
  request: UserRequest | null;
}
