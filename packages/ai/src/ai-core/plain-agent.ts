import { enclose } from '@btcp/tools';
import type { PluginResult } from './results.js';

type Input = Record<string, unknown>;
type Argument = 'selector' | 'url' | 'text' | 'value' | 'key' | 'attribute' | 'script';

/** An agent with the methods of the plugin's specification and nothing else: a mock, or a browser of another maker. */
export interface PlainAgent {
  snapshot(options?: unknown): Promise<unknown>;
  navigate?(url: string, options?: unknown): Promise<unknown>;
  click?(selector: string, options?: unknown): Promise<unknown>;
  type?(selector: string, text: string, options?: unknown): Promise<unknown>;
  fill?(selector: string, value: string): Promise<unknown>;
  scroll?(options: unknown): Promise<unknown>;
  hover?(selector: string): Promise<unknown>;
  press?(key: string, selector?: string): Promise<unknown>;
  getText?(selector: string): Promise<unknown>;
  getAttribute?(selector: string, attribute: string): Promise<unknown>;
  isVisible?(selector: string): Promise<unknown>;
  waitFor?(selector: string, options?: unknown): Promise<unknown>;
  screenshot?(options?: unknown): Promise<unknown>;
  evaluate?(script: string): Promise<unknown>;
  back?(): Promise<unknown>;
  forward?(): Promise<unknown>;
  reload?(): Promise<unknown>;
}

// Everything else that a plugin takes for an agent has one of these.
const OTHERS = ['execute', 'open', 'exclusive', 'alive'];

export function isPlainAgent(agent: unknown): agent is PlainAgent {
  const given = Object(agent);
  return typeof given.snapshot === 'function' && !OTHERS.some((mark) => mark in given);
}

/** Calls the method behind a tool, and returns what the specification has the tool return. */
export async function runPlain(agent: PlainAgent, name: string, input: Input, maxSize: number): Promise<PluginResult> {
  const fields = await callMethod(agent, name, input);
  const size = JSON.stringify(fields).length;
  const isTooLong = name === 'browser_snapshot' && size > maxSize;
  const cut = isTooLong ? { truncated: true, message: `Snapshot truncated from ${size} to ${maxSize} chars` } : {};
  const { image, ...reported }: Input = { ...fields, ...cut };
  const text = isTooLong ? `${JSON.stringify(fields).slice(0, maxSize)}\n${cut.message}` : JSON.stringify(reported);
  const picture = typeof image === 'string' ? { image, mediaType: 'image/png' } : {};
  return { ...reported, ...picture, summary: enclose(text) };
}

async function callMethod(agent: PlainAgent, name: string, input: Input): Promise<Input> {
  const { selector, url, text, value, key, attribute, script } = input as Record<Argument, string>;
  const done = async (work: Promise<unknown> | undefined, fields: Input = {}) => {
    if (!work) throw new TypeError(`The agent has no method for ${name}.`);
    await work;
    return { success: true, ...fields };
  };
  switch (name) {
    case 'browser_snapshot': {
      const snapshot = await agent.snapshot(input);
      return typeof snapshot === 'string' ? { tree: snapshot } : Object(snapshot);
    }
    case 'browser_navigate':
      return done(agent.navigate?.(url, input), { url });
    case 'browser_click':
      return done(agent.click?.(selector, input), { selector });
    case 'browser_type':
      return done(agent.type?.(selector, text, input));
    case 'browser_fill':
      return done(agent.fill?.(selector, value));
    case 'browser_scroll':
      return done(agent.scroll?.(input));
    case 'browser_hover':
      return done(agent.hover?.(selector));
    case 'browser_press':
      return done(agent.press?.(key, selector));
    case 'browser_wait_for':
      return done(agent.waitFor?.(selector, input));
    case 'browser_get_text':
      return { text: await agent.getText?.(selector ?? 'body') };
    case 'browser_get_attribute':
      return { value: await agent.getAttribute?.(selector, attribute) };
    case 'browser_is_visible':
      return { visible: await agent.isVisible?.(selector) };
    case 'browser_screenshot':
      return { image: await agent.screenshot?.(input) };
    case 'browser_evaluate':
      return { result: await agent.evaluate?.(script) };
    case 'browser_back':
      return done(agent.back?.());
    case 'browser_forward':
      return done(agent.forward?.());
  }
  return done(agent.reload?.());
}
