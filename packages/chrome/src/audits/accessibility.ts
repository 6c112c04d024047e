import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BtcpError, labelOf } from '@btcp/protocol';
import type { AuditReport } from '@btcp/tools';
import type { Tab } from '../tab/tab.js';

const WORLD = 'btcp-axe';
const MAX_NODES = 60;
const MAX_PER_RULE = 10;

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  helpUrl: string;
  nodes: { target: unknown[]; failureSummary?: string; html: string }[];
}

let source: string | undefined;

/** Runs in a world of its own, so that the page does not see it. */
export async function accessibility(
  tab: Tab,
  { selector, rules = [] }: { selector?: string | undefined; rules?: readonly string[] | undefined },
): Promise<AuditReport> {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const scope = selector === undefined ? undefined : await scopeOf(tab, selector);
  const violations = await run(tab, scope, rules);
  const lines: string[] = [];
  let left = MAX_NODES;
  for (const { id, impact, help, nodes } of violations) {
    const shown = nodes.slice(0, Math.min(MAX_PER_RULE, left));
    left -= shown.length;
    const named = await Promise.all(shown.map(({ target }) => mention(tab, target)));
    const more = nodes.length > shown.length ? `, and ${nodes.length - shown.length} more` : '';
    lines.push(`${impact ?? 'minor'}: ${help} (${id}): ${named.join(', ')}${more}`);
  }
  return {
    lines: lines.length > 0 ? lines : ['No violations were found.'],
    whole: JSON.stringify(violations, null, 2),
  };
}

async function scopeOf(tab: Tab, selector: string): Promise<string> {
  const place = await tab.answer(() => tab.frames.of(selector).call({ action: 'place', selector }));
  if (place && place.frames.length === 0) return place.css;
  throw new BtcpError('unsupported', `${selector} is in a frame, which cannot be checked on its own.`, {
    hint: 'Leave out the selector, or open the address of the frame.',
  });
}

async function run(tab: Tab, scope: string | undefined, rules: readonly string[]): Promise<Violation[]> {
  return tab.answer(async () => {
    const { executionContextId: contextId } = await tab.cdp.send('Page.createIsolatedWorld', {
      frameId: tab.frameId,
      worldName: WORLD,
    });
    await tab.cdp.send('Runtime.evaluate', { expression: `${source};0`, contextId });
    const options = { resultTypes: ['violations'], iframes: false };
    const expression = `(async () => {
      const rules = ${JSON.stringify(rules)};
      const known = new Set(axe.getRules().map(({ ruleId }) => ruleId));
      const values = rules.filter((name) => known.has(name));
      const runOnly = rules.length === 0 ? undefined : values.length > 0 ? { type: 'rule', values } : { type: 'tag', values: rules };
      const options = ${JSON.stringify(options)};
      const { violations } = await axe.run(${scope === undefined ? 'document' : JSON.stringify(scope)}, runOnly ? { ...options, runOnly } : options);
      return JSON.stringify(violations.map(({ id, impact, help, helpUrl, nodes }) => ({ id, impact, help, helpUrl,
        nodes: nodes.map(({ target, failureSummary, html }) => ({ target, failureSummary, html: html.slice(0, 300) })) })));
    })()`;
    const { result, exceptionDetails } = await tab.cdp.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (!exceptionDetails) return JSON.parse(result.value);
    const reason = exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text;
    throw new BtcpError('unsupported', `The page could not be checked: ${reason}.`, {
      hint: 'Retry when it has loaded.',
    });
  });
}

// By its ref where it has one; what is in a shadow root or frame is named by the path to it.
async function mention(tab: Tab, target: unknown[]): Promise<string> {
  const path = target.flat().map(String);
  const [selector = ''] = path;
  if (path.length > 1) return path.join(' >> ');
  try {
    const element = await tab.answer(() => tab.frames.main.call({ action: 'readBack', selector }));
    return `${labelOf(element)} ${element.ref}`;
  } catch {
    return selector;
  }
}
