/** Who may act in the browser: the agent, one person at a viewer, or nobody. */
export type Holder =
  | { kind: 'agent' }
  /** One who is away has lost the connection, and drives again on coming back soon; until then others may take over. */
  | { kind: 'viewer'; viewer: string; name?: string; isAway?: true }
  | { kind: 'nobody' };

/** Why control last changed hands. */
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

/** What the agent has asked a person to do. */
export interface UserRequest {
  id: string;
  /** In the agent's words. */
  message: string;
  purpose: 'login' | 'captcha' | 'payment' | 'confirmation' | 'other';
  /** Milliseconds since 1970. */
  deadline: number;
}

/** How a request to a person ended. */
export type UserRequestOutcome = 'done' | 'declined' | 'deadline' | 'viewer gone' | 'closed' | 'cancelled';

/** The lease on the browser. Its epoch grows with every change, so that what was sent before one is recognised. */
export interface ControlState {
  holder: Holder;
  epoch: number;
  reason: ControlReason;
  /** While set, the agent may not even look: the person's step is their own. */
  isPrivate: boolean;
  request: UserRequest | null;
}
