/** The program that calls tools in a session, by the name that people know it by. */
export interface Caller {
  kind: 'mcp' | 'command' | 'http' | 'page' | 'agent';
  name: string;
  /** The person of a team whose token it uses. */
  owner?: string;
}

/** A session as people see it in a list. */
export interface ListedSession {
  id: string;
  /** Such as "claude-code · github.com", or what a person has called it. */
  name: string;
  caller: Caller;
  /** The agent of the workspace, for its own sessions. */
  agent?: string;
  /** The shown page; of a private step only the site. */
  page: { title: string; url: string } | null;
  /** Milliseconds since 1970, like every time here. */
  since: number;
  lastUsed: number;
  hasBrowser: boolean;
  isWorking: boolean;
  driver: { kind: 'agent' | 'nobody' } | { kind: 'person'; name?: string };
  isPrivate: boolean;
  request: string | null;
  /** Grows when there may be another picture. */
  picture: number;
}
