import { z } from 'zod';
import { convert, instead, not, oneOf, type PeerAnswer, setCookie, to, without } from './translation.js';

const area = { storageType: 'area' };
const TRACE = { path: 'path' };

/** What sets up the browser, its network and its storage, and what is around it. */
export const agentBrowserState: Readonly<Record<string, PeerAnswer>> = {
  agent_browser_set_viewport: to('browser_resize', { width: 'width', height: 'height' }),
  agent_browser_set_device: to('browser_emulate', { device: 'device' }),
  agent_browser_set_geo: to('browser_emulate', { latitude: 'latitude', longitude: 'longitude' }),
  agent_browser_set_offline: to('browser_set_offline', { enabled: 'offline' }),
  agent_browser_set_headers: to(
    'browser_set_headers',
    { headers: 'headers', origin: 'origin' },
    {},
    ': for one origin, which `origin` names',
  ),
  agent_browser_set_credentials: to(
    'browser_set_headers',
    { username: 'username', password: 'password', origin: 'origin' },
    {},
    ': for one origin, which `origin` names',
  ),
  agent_browser_set_media: to('browser_emulate', {
    colorScheme: 'colorScheme',
    reducedMotion: convert(z.enum(['reduce', 'no-preference']).optional(), (motion) => ({
      reducedMotion: motion === 'reduce',
    })),
  }),
  agent_browser_network_route: oneOf(['browser_route'], () => 'browser_route', {
    takes: {
      url: convert(z.string(), (pattern, { abort }) => ({ pattern, action: abort ? 'block' : 'mock' })),
      abort: without(z.boolean()),
      body: 'body',
    },
  }),
  agent_browser_network_unroute: to('browser_unroute', { url: 'pattern' }),
  agent_browser_network_requests: to('browser_network_requests', {
    filter: 'url',
    method: 'method',
    status: 'status',
    type: convert(z.string().optional(), (type = '') => ({ types: type.split(',') })),
  }),
  agent_browser_network_request: to('browser_network_request', {
    requestId: convert(z.string(), (id) => ({ id: Number(id) })),
  }),
  agent_browser_network_har_start: to('browser_har', { content: without(z.string()) }, { action: 'start' }),
  agent_browser_network_har_stop: to('browser_har', { path: 'path' }, { action: 'stop' }),
  agent_browser_storage_get: to('browser_storage', {
    ...area,
    key: convert(z.string().optional(), (key) => ({ key, action: 'get' })),
  }),
  agent_browser_storage_set: to('browser_storage', { ...area, key: 'key', value: 'value' }, { action: 'set' }),
  agent_browser_storage_clear: to('browser_storage', area, { action: 'clear' }),
  agent_browser_cookies_get: to('browser_cookies'),
  agent_browser_cookies_set: setCookie,
  agent_browser_cookies_set_curl: instead('`browser_set_headers`, or `browser_storage_state { "action": "load" }`'),
  agent_browser_cookies_clear: to('browser_cookies', {}, { action: 'clear' }),
  agent_browser_trace_start: to('browser_trace', {}, { action: 'start' }),
  agent_browser_trace_stop: to('browser_trace', TRACE, { action: 'stop' }),
  agent_browser_profiler_start: to('browser_trace', {}, { action: 'start' }, ', which has the CPU profile'),
  agent_browser_profiler_stop: to('browser_trace', TRACE, { action: 'stop' }),
  agent_browser_auth_save: instead('`--secrets`: `browser_type` takes `secret:NAME`'),
  agent_browser_auth_login: instead('`browser_fill_form` with `secret:NAME`'),
  agent_browser_auth_list: instead('`--secrets` names them'),
  agent_browser_auth_show: not('a secret is never shown to a model'),
  agent_browser_auth_delete: instead('`--secrets`: remove it from the file'),
  agent_browser_state_save: to(
    'browser_storage_state',
    { path: 'path' },
    { action: 'save' },
    ', or `npx @btcp/cli state save`',
  ),
  agent_browser_state_load: to(
    'browser_storage_state',
    { path: 'path' },
    { action: 'load' },
    ', or `npx @btcp/cli state restore`',
  ),
  agent_browser_state_list: instead('`npx @btcp/cli state list`'),
  agent_browser_state_clear: instead('`npx @btcp/cli state remove`'),
  agent_browser_state_show: instead('`npx @btcp/cli state list`'),
  agent_browser_state_clean: instead('`npx @btcp/cli state remove`'),
  agent_browser_state_rename: instead('save it under the other name: `npx @btcp/cli state save`'),
  agent_browser_device: instead('`browser_emulate { "device" }`; no devices with iOS'),
  agent_browser_remove_init_script: not(
    'no script of the agent runs before a page does: it would see what a person types later',
  ),
  agent_browser_confirm: instead('`needsApproval` of `@btcp/ai`; a person answers'),
  agent_browser_deny: instead('`needsApproval` of `@btcp/ai`; a person answers'),
  agent_browser_connect: instead(
    '[`--connect`](guides/connect.md) when the server is started: a person decides, not the model',
  ),
  agent_browser_stream_enable: instead('always there: `/browser/stream`'),
  agent_browser_stream_disable: instead('no one sees it without a token'),
  agent_browser_stream_status: instead('`/browser/status`'),
  agent_browser_session: instead('`--session`'),
  agent_browser_session_list: instead('`/browser/status`'),
  agent_browser_session_id: instead('`--session`'),
  agent_browser_session_info: instead('`/browser/status`'),
  agent_browser_profiles: instead('`--profile`'),
  agent_browser_skills_list: instead('`npx @btcp/cli install-skill`'),
  agent_browser_skills_get: instead('`npx @btcp/cli install-skill`'),
  agent_browser_skills_path: instead('`npx @btcp/cli install-skill`'),
  agent_browser_doctor: instead('`npx @btcp/cli doctor`'),
  agent_browser_dashboard_start: instead('`npm start`: the workspace'),
  agent_browser_dashboard_stop: instead('`npm start`: the workspace'),
  agent_browser_install: instead('`npx @btcp/cli doctor`; Chromium comes with npm'),
  agent_browser_upgrade: instead('npm'),
  agent_browser_chat: instead('the workspace has agents to talk to'),
};
