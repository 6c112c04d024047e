import { type BTCPClient, createClient } from '@btcp/client';
import { type PageAction, type PageCommand, servePageAgent } from '@btcp/client/page-agent';
import type { Access, Response, Settings } from '../shared/messages.js';
import { askPerson, settleQuestion } from './ask-person.js';
import { showBadge } from './badge.js';
import { DocumentLink } from './document-link.js';
import { photograph } from './photograph.js';

// All other commands need permission to act.
const READING: ReadonlySet<PageAction> = new Set<PageAction>([
  'snapshot',
  'find',
  'getText',
  'getAttribute',
  'isVisible',
  'box',
  'getUrl',
  'getTitle',
  'screenshot',
  'waitFor',
  'scroll',
]);

// Long enough for a person to be asked.
const CALL_MS = 110_000;

// Chrome ends a worker after 30 seconds without events.
const HEARTBEAT_MS = 20_000;

export interface Grant {
  id: number;
  access: Access;
  origin: string;
}

/** A tab that the person shares, with one session of the server for each document. */
export class SharedTab {
  readonly id: number;
  readonly origin: string;
  readonly #settings: Settings;
  #access: Access;
  #link: DocumentLink | undefined;
  #client: BTCPClient | undefined;
  // One at a time, since photographs scroll the page.
  #lastPhotograph: Promise<unknown> = Promise.resolve();

  constructor({ id, access, origin }: Grant, settings: Settings) {
    this.id = id;
    this.origin = origin;
    this.#access = access;
    this.#settings = settings;
  }

  get grant(): Grant {
    return { id: this.id, access: this.#access, origin: this.origin };
  }

  async enter(): Promise<void> {
    if (this.#link) return;
    await showBadge(this.id, 'connecting');
    await chrome.scripting.executeScript({ target: { tabId: this.id }, files: ['document.js'] });
  }

  async attach(port: chrome.runtime.Port): Promise<void> {
    this.#detach();
    const link = new DocumentLink(port);
    this.#link = link;
    // A photograph of the last document may never end.
    this.#lastPhotograph = Promise.resolve();
    port.onDisconnect.addListener(() => {
      if (this.#link === link) this.#detach();
    });
    const { title, url } = await chrome.tabs.get(this.id);
    if (this.#link !== link) return;
    const client = createClient({
      serverUrl: this.#settings.serverUrl,
      auth: { type: 'bearer', token: this.#settings.token },
      metadata: { title, url },
      // Sharing a tab is permission to read it; `#execute` asks for more.
      grants: ['dom:read'],
      timeout: CALL_MS,
      heartbeatInterval: HEARTBEAT_MS,
    });
    this.#client = client;
    client.on('status:change', ({ status }) => void this.#show(status === 'connected'));
    servePageAgent(client, { execute: (command) => this.#execute(link, command) }, { capabilities: ['dom:read'] });
    await client.connect().catch((thrown) => {
      // It is no failure if the document went meanwhile.
      if (this.#client === client) throw thrown;
    });
  }

  async allow(access: Access): Promise<void> {
    this.#access = access;
    await this.#show(this.#client?.status === 'connected');
  }

  /** Answers open commands with the reason, since a page that only goes might be followed by another. */
  async stop(): Promise<void> {
    this.#link?.mark(null);
    settleQuestion(this.id, null);
    this.#link?.giveUp(refusal('denied', 'The person has stopped sharing this tab.', NO_LEAVE));
    await new Promise((resolve) => setTimeout(resolve));
    this.#detach();
    await showBadge(this.id, 'off');
  }

  #detach(): void {
    this.#client?.destroy();
    this.#client = undefined;
    this.#link?.mark(null);
    this.#link?.close();
    this.#link = undefined;
  }

  async #execute(link: DocumentLink, command: PageCommand): Promise<Response> {
    const { action } = command;
    if (action === 'evaluate')
      return refusal('unsupported', 'Chrome does not let extensions run scripts from text.', NO_SCRIPTS);
    if (!READING.has(action) && this.#access === 'read' && !(await this.#mayAct(action)))
      return refusal('denied', `The person lets agents read this tab, and did not allow ${action}.`, NO_LEAVE);
    return command.action === 'screenshot' ? this.#photograph(link, command) : link.execute(command);
  }

  async #photograph(link: DocumentLink, command: PageCommand<'screenshot'>): Promise<Response> {
    const photo = this.#lastPhotograph.then(() => photograph(this.id, link, command));
    this.#lastPhotograph = photo.catch(() => undefined);
    // A tab that is not in front can only draw itself.
    return (await photo) ?? link.execute(command);
  }

  async #mayAct(action: string): Promise<boolean> {
    const { title = '' } = await chrome.tabs.get(this.id);
    await askPerson({ tabId: this.id, origin: this.origin, title, action });
    return this.#access === 'act';
  }

  async #show(isConnected: boolean): Promise<void> {
    this.#link?.mark(isConnected ? this.#access : null);
    if (this.#link) await showBadge(this.id, isConnected ? this.#access : 'connecting');
  }
}

const NO_SCRIPTS = 'Use the other tools, or a session with Chrome.';
const NO_LEAVE = 'Explain to the person why you need it.';

function refusal(errorCode: string, error: string, hint: string): Response {
  return { success: false, error, errorCode, suggestions: [hint] };
}
