import type { FleetGateway, FleetStatus } from '@btcp/fleet';
import type { SessionList } from '@btcp/host';
import type { ListedSession } from '@btcp/protocol';
import type { AppEvent } from '../contract/types.js';
import { callerOfClaims } from './claims.js';
import { followWorker } from './follow-worker.js';
import { asPlaced, type Forwarder, toResponse } from './forward.js';
import { readListed } from './read-listed.js';
import { SessionElsewhere } from './session-elsewhere.js';
import { LIST_PATH, picturePath, shownEventsPath } from './session-of.js';

export interface FleetSessionsOptions {
  gateway: FleetGateway;
  forwarder: Forwarder;
  list: SessionList;
  id: string;
}

interface FollowedWorker {
  sessions: Map<string, SessionElsewhere>;
  stop(): void;
}

const CHECK_MS = 500;
// A worker lists some that have ended.
const MAX_LISTED = 10_000;
const MAX_ID = 4_096;
const PICTURE_MS = 10_000;
const OK = 200;

export class FleetSessions {
  readonly #options: FleetSessionsOptions;
  readonly #workers = new Map<string, FollowedWorker>();
  // NATS may report a moment later who has them.
  readonly #fresh = new Set<SessionElsewhere>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FleetSessionsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
    this.#check();
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const id of [...this.#workers.keys()]) this.#unfollow(id);
  }

  /** Follows a session as its worker shows it to the workspace; undefined if this server has it itself. */
  follow(session: string, add: (event: AppEvent) => void): (() => void) | undefined {
    const { gateway, forwarder, id } = this.#options;
    const placed = () => gateway.known(session);
    if (!this.#isListed(session) || placed()?.worker === id) return undefined;
    return followWorker({
      forwarder,
      path: shownEventsPath(session),
      placed,
      onEvent: (event) => add(event as AppEvent),
      onBreak: () => placed() ?? add({ type: 'browser_active', active: false }),
    });
  }

  #isListed(session: string): boolean {
    return [...this.#workers.values()].some(({ sessions }) => sessions.has(session));
  }

  #check(): void {
    const { gateway, id, list } = this.#options;
    const there = new Map(gateway.status.workers.map((worker) => [worker.id, worker]));
    for (const worker of [...this.#workers.keys()]) if (!there.has(worker)) this.#unfollow(worker);
    for (const [worker, view] of there) if (worker !== id && !this.#workers.has(worker)) this.#follow(view);
    const doubtful = [...this.#fresh, ...this.#withoutBrowser()];
    this.#fresh.clear();
    for (const entry of doubtful) list.showElsewhere(entry);
  }

  // A worker gives a session up some time after its browser was closed, and lists it on.
  #withoutBrowser(): SessionElsewhere[] {
    return [...this.#workers.values()].flatMap(({ sessions }) =>
      [...sessions.values()].filter(({ hasBrowser }) => !hasBrowser),
    );
  }

  #follow(view: FleetStatus['workers'][number]): void {
    const { forwarder } = this.#options;
    const sessions: FollowedWorker['sessions'] = new Map();
    const stop = followWorker({
      forwarder,
      path: LIST_PATH,
      placed: () => asPlaced(view),
      onEvent: (event) => this.#take(view.id, sessions, event as Record<string, unknown>),
    });
    this.#workers.set(view.id, { sessions, stop });
  }

  #unfollow(worker: string): void {
    const followed = this.#workers.get(worker);
    followed?.stop();
    this.#workers.delete(worker);
    for (const session of [...(followed?.sessions.keys() ?? [])]) this.#end(followed?.sessions, session);
  }

  #take(worker: string, sessions: FollowedWorker['sessions'], event: Record<string, unknown>): void {
    if (event.type === 'session') this.#show(worker, sessions, idIn(event.session), readListed(event.session));
    if (event.type === 'session_gone') this.#end(sessions, idIn(event));
    if (event.type !== 'sessions' || !Array.isArray(event.sessions)) return;
    const all = new Map(event.sessions.map((each) => [idIn(each), readListed(each)]));
    for (const id of [...sessions.keys()]) if (!all.has(id)) this.#end(sessions, id);
    for (const [id, listed] of all) this.#show(worker, sessions, id, listed);
  }

  #show(worker: string, sessions: FollowedWorker['sessions'], id: string, listed: ListedSession): void {
    const known = sessions.get(id);
    if (!known && sessions.size >= MAX_LISTED) return;
    const entry = known ?? this.#entry(worker, listed.id, listed);
    sessions.set(id, entry);
    entry.update(listed);
    this.#fresh.add(entry);
    this.#options.list.showElsewhere(entry);
  }

  #end(sessions: FollowedWorker['sessions'] | undefined, id: string): void {
    const entry = sessions?.get(id);
    if (!entry) return;
    sessions?.delete(id);
    this.#fresh.delete(entry);
    this.#options.list.endElsewhere(entry);
  }

  #entry(worker: string, session: string, listed: ListedSession): SessionElsewhere {
    const { gateway } = this.#options;
    const isOwned = () => gateway.known(session)?.worker === worker;
    const takePicture = () => this.#picture(session);
    return new SessionElsewhere({ isOwned, owner: () => this.#ownerOf(session), takePicture }, listed);
  }

  #ownerOf(session: string): string | undefined {
    const caller = callerOfClaims(this.#options.gateway.claimsOf(session));
    return caller?.role === 'member' ? caller.name : undefined;
  }

  async #picture(session: string): Promise<Uint8Array | undefined> {
    const { gateway, forwarder } = this.#options;
    const placed = gateway.known(session);
    const signal = AbortSignal.timeout(PICTURE_MS);
    const asked = { method: 'GET', path: picturePath(session), headers: {}, body: undefined, signal };
    const answer = placed && (await forwarder.send(placed, asked));
    const isPicture = answer && 'status' in answer && answer.status === OK;
    return isPicture ? new Uint8Array(await toResponse(answer).arrayBuffer()) : undefined;
  }
}

function idIn(listed: unknown): string {
  return String(Object(listed).id).slice(0, MAX_ID);
}
