import { aliases, catalogue, describeTool } from '@btcp/tools';
import { expect, test } from 'vitest';

interface Schema {
  properties?: Record<string, { default?: unknown }>;
}

const TRAVEL = { waitUntil: 'load', timeout: '15s' };

// Agents rely on what is taken for what they do not say: it changes only on purpose.
const DEFAULTS: Record<string, Record<string, unknown>> = {
  browser_navigate: TRAVEL,
  browser_back: TRAVEL,
  browser_forward: TRAVEL,
  browser_reload: TRAVEL,
  browser_tabs: { action: 'list', ...TRAVEL },
  browser_snapshot: { maxSize: 50_000 },
  browser_find: { limit: 20 },
  browser_click: { button: 'left', clickCount: 1, timeout: '15s' },
  browser_type: { timeout: '15s' },
  browser_mouse: { button: 'left', clickCount: 1, deltaX: 0, deltaY: 0 },
  browser_capture: { marks: false, format: 'png', timeout: '15s' },
  browser_compare: { tolerance: 8, timeout: '15s' },
  browser_pdf: { format: 'A4', landscape: false, background: true, scale: 1, timeout: '60s' },
  browser_network_requests: { limit: 100 },
  browser_unroute: { list: false },
  browser_throttle: { preset: 'none' },
  browser_har: { notFound: 'fail' },
  browser_expect: { timeout: '5s' },
  browser_vitals: { timeout: '15s' },
  browser_accessibility: { timeout: '15s' },
  browser_memory: { timeout: '15s' },
  browser_coverage: { timeout: '15s' },
  browser_lighthouse: { device: 'mobile', timeout: '2m' },
  browser_trace: { timeout: '15s' },
  browser_cookies: { action: 'list' },
  browser_storage: { area: 'local', action: 'list' },
  browser_storage_state: { timeout: '15s' },
  browser_wait_for: { timeout: '30s' },
  browser_wait_for_selector: { timeout: '30s' },
  browser_get_text: { selector: 'body', format: 'text' },
  browser_screenshot: { timeout: '15s' },
  browser_take_screenshot: { timeout: '15s' },
  read_image: { timeout: '15s' },
  browser_evaluate: { await: true, timeout: '15s' },
  browser_eval: { await: true, timeout: '15s' },
  browser_request_user: { purpose: 'other', timeout: '10m', wait: true },
  browser_resize: { timeout: '15s' },
  browser_recent_console_logs: { limit: 100 },
  browser_recent_network_requests: { limit: 100 },
  browser_get_network_sources: { limit: 100 },
};

test.each([...catalogue, ...aliases].map((tool) => [tool.name, tool] as const))('%s has its defaults', (name, tool) => {
  const { properties = {} } = describeTool(tool).inputSchema as Schema;
  const given = Object.entries(properties).filter(([, schema]) => schema.default !== undefined);
  expect(Object.fromEntries(given.map(([field, schema]) => [field, schema.default]))).toEqual(DEFAULTS[name] ?? {});
});
