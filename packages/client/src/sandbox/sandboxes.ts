import { missingCapabilities } from '@btcp/protocol';
import type { Plugin } from '../contract/plugin.js';
import type { HandlerContext, ToolDefinition } from '../contract/tool.js';
import { frameSource } from './frame-source.js';

/** Runs handlers outside the page: in a worker of a sandboxed frame, or in a Compartment of `ses`, which cannot be stopped. */
export function sandboxes(): Plugin {
  return {
    honours: ['sandbox'],
    check({ name, sandbox, handler }) {
      if (sandbox === 'ses' && !compartment()) throw new TypeError(`${name}: sandbox 'ses' needs ses to be loaded`);
      if (sandbox && /^\S+\s*\{\s*\[native code/.test(String(handler)))
        throw new TypeError(`${name}: no source to send`);
    },
    run(tool, params, context) {
      return tool.sandbox === 'ses' ? runInCompartment(tool, params) : runInFrame(tool, params, context);
    },
  };
}

function runInFrame(tool: ToolDefinition, params: unknown, { signal }: HandlerContext): Promise<unknown> {
  const network = missingCapabilities(['network:fetch'], tool.capabilities ?? []).length === 0;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = frameSource(sourceOf(tool), network);
  return new Promise((resolve, reject) => {
    const end = () => {
      removeEventListener('message', onMessage);
      frame.remove();
    };
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      if (data.ready) return frame.contentWindow?.postMessage(params, '*');
      end();
      if ('error' in data) reject(new Error(String(data.error)));
      else resolve(data.result);
    };
    addEventListener('message', onMessage);
    signal.addEventListener('abort', end);
    document.documentElement.append(frame);
  });
}

async function runInCompartment(tool: ToolDefinition, params: unknown): Promise<unknown> {
  const Compartment = compartment();
  if (!Compartment) throw new Error('ses is not loaded');
  const handler = new Compartment().evaluate(`(${sourceOf(tool)})`);
  return handler(params);
}

// A method (`handler() {}`) needs `function` in front to be an expression.
function sourceOf({ handler }: ToolDefinition): string {
  const source = String(handler);
  const method = /^(async\s+)?(?:\*\s*)?handler\s*\(/.exec(source);
  return method ? `${method[1] ?? ''}function ${source.slice(method[1]?.length ?? 0)}` : source;
}

function compartment(): (new () => { evaluate(source: string): (params: unknown) => unknown }) | undefined {
  return Object(globalThis).Compartment;
}
