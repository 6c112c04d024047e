import type { CDPSession, Protocol } from 'puppeteer-core';

export interface InjectedScript {
  objectId: string;
  contextId: number;
  pageDocument?: Promise<string | undefined>;
  readonly knownListeners: Set<number>;
  possibleShadowHosts: number;
  revealed: number;
  searching: Promise<void> | undefined;
  isSearched?: boolean;
}

const CLICKS = new Set(['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup']);

// Each element costs a command, so a very large page takes several snapshots.
const MAX_ELEMENTS = 200;

// The root of a React application listens to everything, and is no click target itself.
const MAX_LISTENERS = 40;

const GROUP = 'btcp-hidden-parts';

export async function newListeners(cdp: CDPSession, script: InjectedScript): Promise<number[]> {
  try {
    script.pageDocument ??= pageDocument(cdp, script);
    const objectId = await script.pageDocument;
    if (objectId === undefined) return [];
    const query = { objectId, depth: -1, pierce: true };
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', query);
    const found = new Set<number>();
    const counts = new Map<number, number>();
    for (const { type, backendNodeId } of listeners) {
      if (backendNodeId === undefined) continue;
      counts.set(backendNodeId, (counts.get(backendNodeId) ?? 0) + 1);
      if (!CLICKS.has(type) || script.knownListeners.has(backendNodeId)) continue;
      if (found.size < MAX_ELEMENTS) found.add(backendNodeId);
    }
    for (const id of found) if ((counts.get(id) ?? 0) > MAX_LISTENERS) found.delete(id);
    for (const id of found) script.knownListeners.add(id);
    return [...found];
  } catch {
    return [];
  }
}

export async function registerHidden(
  cdp: CDPSession,
  script: InjectedScript,
  hosts: number,
  listeners: number[],
): Promise<boolean> {
  if (hosts === 0 && listeners.length === 0) return false;
  try {
    const roots = hosts > 0 ? await closedRoots(cdp, script) : [];
    const [adopted, remembered] = await Promise.all([
      callWithNodes(cdp, script, 'adoptClosedRoots', roots.map(byBackendId)),
      callWithNodes(cdp, script, 'rememberClickable', listeners.map(byBackendId)),
    ]);
    return adopted !== undefined || Number(remembered ?? 0) > 0;
  } catch {
    return false;
  } finally {
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}

/** A host with children in a slot looks like any other element, so `possibleShadowHosts` misses it. */
export async function showSlottedRoots(cdp: CDPSession, script: InjectedScript): Promise<boolean> {
  if (script.isSearched) return false;
  script.isSearched = true;
  try {
    const [, , { searchId, resultCount }] = await Promise.all([
      cdp.send('DOM.enable'),
      cdp.send('DOM.getDocument', { depth: 0 }),
      cdp.send('DOM.performSearch', { query: '<slot>' }),
    ]);
    if (resultCount === 0) return false;
    const range = { fromIndex: 0, toIndex: Math.min(resultCount, MAX_ELEMENTS) };
    const { nodeIds } = await cdp.send('DOM.getSearchResults', { searchId, ...range });
    const slots = nodeIds.map((nodeId) => ({ nodeId }));
    return Number(await callWithNodes(cdp, script, 'adoptRootsAround', slots)) > 0;
  } catch {
    // The document is gone, or another search ended this one.
    script.isSearched = false;
    return false;
  } finally {
    cdp.send('DOM.disable').catch(() => {});
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}

async function pageDocument(cdp: CDPSession, { contextId }: InjectedScript): Promise<string | undefined> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document', contextId });
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
  return object.objectId;
}

async function closedRoots(cdp: CDPSession, script: InjectedScript): Promise<number[]> {
  const { result } = await callScript(cdp, script, 'takePossibleShadowHosts', []);
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

type NodeName = { backendNodeId: number } | { nodeId: number };

function byBackendId(backendNodeId: number): NodeName {
  return { backendNodeId };
}

async function callWithNodes(
  cdp: CDPSession,
  script: InjectedScript,
  method: string,
  ids: NodeName[],
): Promise<unknown> {
  if (ids.length === 0) return undefined;
  const place = { executionContextId: script.contextId, objectGroup: GROUP };
  const handles = await Promise.all(
    ids.map((id) => cdp.send('DOM.resolveNode', { ...id, ...place }).catch(() => undefined)),
  );
  const nodes = handles.flatMap((handle) => handle?.object.objectId ?? []).map((objectId) => ({ objectId }));
  if (nodes.length === 0) return undefined;
  const { result } = await callScript(cdp, script, method, nodes);
  return result.value ?? null;
}

function callScript(
  cdp: CDPSession,
  { objectId }: InjectedScript,
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
