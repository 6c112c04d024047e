import { type BTCPClient, createClient } from '@btcp/client';
import { servePageAgent } from '@btcp/client/page-agent';
import type { Access, Command, Settings } from '../messages.js';
import { askPerson } from './ask-person.js';
import { showBadge } from './badge.js';
import { DocumentLink } from './document-link.js';
import { photograph } from './photograph.js';

/** What changes nothing; everything else needs the person's leave to act. */
const READING = new Set(
  ['snapshot', 'getText', 'getAttribute', 'isVisible', 'getUrl', 'getTitle', 'screenshot', 'waitFor'].concat('scroll'),
);

/** Long enough for a person to be asked. */
const CALL_MS = 110_000;

/** Below the thirty seconds after which Chrome ends a worker that hears nothing. */
const HEARTBEAT_MS = 20_000;

/** A tab that the person lets agents read or drive: one session of the server for each document in it. */
export class SharedTab {
  readonly id: number;
  readonly #settings: Settings;
  #access: Access;
  #link: DocumentLink | undefined;
  #client: BTCPClient | undefined;
  #asking: Promise<Access | null> | undefined;

  constructor(id: number, access: Access, settings: Settings) {
    this.id = id;
    this.#access = access;
    this.#settings = settings;
  }

  get access(): Access {
    return this.#access;
  }

  /** Puts the browser agent into the document that the tab shows. Fails where the person's leave does not reach. */
  async enter(): Promise<void> {
    if (this.#link) return;
    await showBadge(this.id, 'connecting');
    await chrome.scripting.executeScript({ target: { tabId: this.id }, files: ['document.js'] });
  }

  /** The document has called: from now on agents reach it, until it goes. */
  async attach(port: chrome.runtime.Port): Promise<void> {
    this.#detach();
    const link = new DocumentLink(port);
    this.#link = link;
    port.onDisconnect.addListener(() => {
      if (this.#link === link) this.#detach();
    });
    const { title, url } = await chrome.tabs.get(this.id);
    const client = createClient({
      serverUrl: this.#settings.serverUrl,
      auth: { type: 'bearer', token: this.#settings.token },
      metadata: { title, url },
      // The person has chosen the tab, which is leave to read it; for more, `execute` asks.
      grants: ['dom:read'],
      timeout: CALL_MS,
      heartbeatInterval: HEARTBEAT_MS,
    });
    this.#client = client;
    client.on('status:change', ({ status }) => void this.#show(status === 'connected'));
    servePageAgent(client, { execute: (command) => this.#execute(link, command) }, { capabilities: ['dom:read'] });
    await client.connect();
  }

  async stop(): Promise<void> {
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

  async #execute(link: DocumentLink, command: Command): Promise<unknown> {
    if (!READING.has(command.action) && this.#access === 'read' && !(await this.#mayAct(command.action)))
      return refusal(command.action);
    if (command.action !== 'screenshot') return link.execute(command);
    const data = await photograph(this.id, command).catch(() => undefined);
    return data ? { success: true, data } : link.execute(command);
  }

  /** Several calls wait for one answer. */
  async #mayAct(action: string): Promise<boolean> {
    this.#asking ??= askPerson({ tabId: this.id, action }).finally(() => {
      this.#asking = undefined;
    });
    if ((await this.#asking) !== 'act') return false;
    this.#access = 'act';
    await this.#show(true);
    return true;
  }

  async #show(isConnected: boolean): Promise<void> {
    this.#link?.mark(isConnected ? this.#access : null);
    if (this.#link) await showBadge(this.id, isConnected ? this.#access : 'connecting');
  }
}

function refusal(action: string) {
  const error = `The person lets agents read this tab, and did not allow ${action}.`;
  return { success: false, error, errorCode: 'denied', suggestions: ['Tell the person what you need it for.'] };
}
