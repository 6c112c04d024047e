import type { CDPSession, Protocol } from 'puppeteer-core';

/** An agent in a document, and what its document has been asked. */
export interface InjectedAgent {
  objectId: string;
  contextId: number;
  /** The document as its own scripts know it, whose listeners are theirs. */
  document?: Promise<string | undefined>;
  /** The elements whose listeners were looked at. */
  readonly seen: Set<number>;
  /** Whether slots in closed roots were searched for, which looks the whole document through. */
  isSearched?: boolean;
}

/** Listeners that make an element worth clicking. */
const CLICKS = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup']);

/** Handing one element to the agent costs a command, so the listeners of very large pages are told over several looks. */
const MOST_ELEMENTS = 200;

const GROUP = 'btcp-hidden-parts';

/** The elements with listeners for clicks that no look before this one has found. */
export async function newListeners(cdp: CDPSession, agent: InjectedAgent): Promise<number[]> {
  try {
    agent.document ??= pageDocument(cdp, agent);
    const objectId = await agent.document;
    if (objectId === undefined) return [];
    const query = { objectId, depth: -1, pierce: true };
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', query);
    const found = new Set<number>();
    for (const { type, backendNodeId } of listeners) {
      if (backendNodeId === undefined || !CLICKS.has(type) || agent.seen.has(backendNodeId)) continue;
      if (found.size < MOST_ELEMENTS) found.add(backendNodeId);
    }
    for (const id of found) agent.seen.add(id);
    return [...found];
  } catch {
    // The document has gone, or is one without listeners to tell of.
    return [];
  }
}

/** Tells the agent what only a debugger can see; true when it shows more than before. */
export async function tellHidden(
  cdp: CDPSession,
  agent: InjectedAgent,
  hosts: number,
  listeners: number[],
): Promise<boolean> {
  if (hosts === 0 && listeners.length === 0) return false;
  try {
    const roots = hosts > 0 ? await closedRoots(cdp, agent) : [];
    const [adopted, remembered] = await Promise.all([
      hand(cdp, agent, 'adoptClosedRoots', roots.map(byBackendId)),
      hand(cdp, agent, 'rememberClickable', listeners.map(byBackendId)),
    ]);
    return adopted !== undefined || Number(remembered ?? 0) > 0;
  } catch {
    return false;
  } finally {
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}

/**
 * Shows the agent the closed roots that have a slot, true when there are any new ones. Where the children of a host are
 * shown in a slot, nothing tells it from other elements.
 */
export async function showSlottedRoots(cdp: CDPSession, agent: InjectedAgent): Promise<boolean> {
  if (agent.isSearched) return false;
  agent.isSearched = true;
  try {
    const [, , { searchId, resultCount }] = await Promise.all([
      cdp.send('DOM.enable'),
      cdp.send('DOM.getDocument', { depth: 0 }),
      cdp.send('DOM.performSearch', { query: '<slot>' }),
    ]);
    if (resultCount === 0) return false;
    const range = { fromIndex: 0, toIndex: Math.min(resultCount, MOST_ELEMENTS) };
    const { nodeIds } = await cdp.send('DOM.getSearchResults', { searchId, ...range });
    const slots = nodeIds.map((nodeId) => ({ nodeId }));
    return Number(await hand(cdp, agent, 'adoptRootsAround', slots)) > 0;
  } catch {
    // The document has gone, or the end of another search took this one's results.
    agent.isSearched = false;
    return false;
  } finally {
    cdp.send('DOM.disable').catch(() => {});
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}

async function pageDocument(cdp: CDPSession, { contextId }: InjectedAgent): Promise<string | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document', contextId });
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
  return object.objectId;
}

async function closedRoots(cdp: CDPSession, agent: InjectedAgent): Promise<number[]> {
  const { result } = await callAgent(cdp, agent, 'takePossibleHosts', []);
  const { result: properties } = await cdp.send('Runtime.getProperties', {
    objectId: result.objectId ?? '',
    ownProperties: true,
  });
  const elements = properties.flatMap(({ name, value }) => (/^\d+$/.test(name) ? (value?.objectId ?? []) : []));
  const nodes = await Promise.all(elements.map((objectId) => cdp.send('DOM.describeNode', { objectId, depth: 0 })));
  return nodes
    .flatMap(({ node }) => node.shadowRoots ?? [])
    .filter(({ shadowRootType }) => shadowRootType === 'closed')
    .map(({ backendNodeId }) => backendNodeId);
}

/** The two ways in which Chrome names a node. */
type NodeName = { backendNodeId: number } | { nodeId: number };

function byBackendId(backendNodeId: number): NodeName {
  return { backendNodeId };
}

/** Calls the agent with nodes as arguments; those that have gone meanwhile, or are another document's, are left out. */
async function hand(cdp: CDPSession, agent: InjectedAgent, method: string, ids: NodeName[]): Promise<unknown> {
  if (ids.length === 0) return undefined;
  const place = { executionContextId: agent.contextId, objectGroup: GROUP };
  const handles = await Promise.all(
    ids.map((id) => cdp.send('DOM.resolveNode', { ...id, ...place }).catch(() => undefined)),
  );
  const nodes = handles.flatMap((handle) => handle?.object.objectId ?? []).map((objectId) => ({ objectId }));
  if (nodes.length === 0) return undefined;
  const { result } = await callAgent(cdp, agent, method, nodes);
  return result.value ?? null;
}

function callAgent(
  cdp: CDPSession,
  { objectId }: InjectedAgent,
  method: string,
  nodes: Protocol.Runtime.CallArgument[],
): Promise<Protocol.Runtime.CallFunctionOnResponse> {
  return cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function (method, ...nodes) { return this[method](...nodes); }',
    arguments: [{ value: method }, ...nodes],
    objectGroup: GROUP,
  });
}
