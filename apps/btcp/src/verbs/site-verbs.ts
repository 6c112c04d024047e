import type { Verb } from './verb.js';

const FILES: readonly Verb[] = [
  {
    name: 'screenshot',
    tool: 'browser_screenshot',
    words: ['file?'],
    flags: { full: 'fullPage', f: 'fullPage', s: 'selector' },
    savesTo: 'file',
    printsPath: true,
  },
  { name: 'capture', tool: 'browser_capture', words: ['file?'], savesTo: 'file', printsPath: true },
  {
    name: 'compare',
    tool: 'browser_compare',
    words: ['before', 'after?'],
    flags: { baseline: 'before', b: 'before', t: 'tolerance' },
    paths: ['before', 'after'],
    aliases: ['diff screenshot'],
  },
  { name: 'pdf', tool: 'browser_pdf', words: ['file?'], savesTo: 'file', printsPath: true },
  start('trace', 'browser_trace', 'Start a performance trace', ['profiler start']),
  stop('trace', 'browser_trace', 'Stop the trace and save it', ['profiler stop']),
  { ...start('record', 'browser_video', 'Start a video', ['video start']), words: ['path?'] },
  stop('record', 'browser_video', 'Stop the video and save it', ['video stop']),
  start('har', 'browser_har', 'Record requests', ['network har start']),
  stop('har', 'browser_har', 'Stop recording and save the requests', ['network har stop']),
  {
    name: 'har replay',
    tool: 'browser_har',
    title: 'Answer requests from a HAR file',
    words: ['path'],
    given: { action: 'replay' },
    paths: ['path'],
  },
  { name: 'har end', tool: 'browser_har', title: 'Use the network again', words: [], given: { action: 'end' } },
  start('coverage', 'browser_coverage', 'Start measuring unused code'),
  {
    name: 'coverage stop',
    tool: 'browser_coverage',
    title: 'Report unused code',
    words: [],
    given: { action: 'stop' },
  },
  {
    name: 'state save',
    tool: 'browser_storage_state',
    title: 'Save cookies and storage to a file',
    words: ['file?'],
    given: { action: 'save' },
    savesTo: 'file',
  },
  {
    name: 'state load',
    tool: 'browser_storage_state',
    title: 'Load cookies and storage from a file',
    words: ['path'],
    given: { action: 'load' },
    paths: ['path'],
    sends: { path: 'content' },
  },
];

const SITES: readonly Verb[] = [
  { name: 'console', tool: 'browser_recent_console_logs', words: [], aliases: ['errors'] },
  { name: 'console clear', tool: 'browser_clear_console_logs', words: [] },
  {
    name: 'network',
    tool: 'browser_network_requests',
    title: 'List requests',
    words: [],
    flags: { filter: 'url', type: 'types' },
    aliases: ['network requests'],
  },
  { name: 'network request', tool: 'browser_network_request', words: ['id'] },
  { name: 'network recent', tool: 'browser_recent_network_requests', words: [] },
  { name: 'network sources', tool: 'browser_get_network_sources', words: [] },
  { name: 'network workers', tool: 'browser_get_service_workers', words: [] },
  { name: 'network clear', tool: 'browser_clear_network_requests', words: [] },
  {
    name: 'network route',
    tool: 'browser_route',
    words: ['pattern', 'action?'],
    standard: { action: 'mock' },
    switches: { abort: { action: 'block' } },
    aliases: ['route'],
  },
  { name: 'network unroute', tool: 'browser_unroute', words: ['pattern?'], aliases: ['unroute'] },
  { name: 'network routes', tool: 'browser_unroute', title: 'List the routes', words: [], given: { list: true } },
  cookies('cookies', 'list', 'List the cookies', []),
  cookies('cookies get', 'list', 'List the cookies, or read one', ['name?'], { name: { action: 'get' } }),
  cookies('cookies set', 'set', 'Set a cookie', ['name', 'value']),
  cookies('cookies delete', 'delete', 'Delete a cookie', ['name']),
  cookies('cookies clear', 'clear', 'Clear the cookies', []),
  ...storage('local'),
  ...storage('session'),
  { name: 'a11y', tool: 'browser_accessibility', words: ['selector?'], aliases: ['accessibility'] },
];

const SETTINGS: readonly Verb[] = [
  { name: 'set viewport', tool: 'browser_resize', words: ['width', 'height'] },
  { name: 'emulate', tool: 'browser_emulate', words: ['device?'] },
  emulate('set device', 'Emulate a device', ['device']),
  emulate('set geo', 'Emulate a location', ['latitude', 'longitude'], ['set geolocation']),
  emulate('set media', 'Emulate a dark or light color scheme', ['colorScheme?']),
  emulate('set locale', 'Emulate a language', ['locale']),
  emulate('set timezone', 'Emulate a time zone', ['timezone']),
  {
    name: 'set offline',
    tool: 'browser_set_offline',
    words: ['offline?'],
    standard: { offline: true },
  },
  { name: 'set network', tool: 'browser_throttle', words: ['preset?'], aliases: ['throttle'] },
  { name: 'set headers', tool: 'browser_set_headers', words: ['headers'], ofPage: 'origin' },
  {
    name: 'set credentials',
    tool: 'browser_set_headers',
    title: 'Sign in to a site with basic authentication',
    words: ['username', 'password'],
    ofPage: 'origin',
    aliases: ['set auth'],
  },
];

export const SITE_VERBS: readonly Verb[] = [...FILES, ...SITES, ...SETTINGS];

function emulate(name: string, title: string, words: string[], aliases: string[] = []): Verb {
  return { name, tool: 'browser_emulate', title, words, aliases };
}

function start(name: string, tool: string, title: string, aliases: string[] = []): Verb {
  return { name: `${name} start`, tool, title, words: [], given: { action: 'start' }, aliases };
}

function stop(name: string, tool: string, title: string, aliases: string[] = []): Verb {
  return {
    name: `${name} stop`,
    tool,
    title,
    words: ['file?'],
    given: { action: 'stop' },
    savesTo: 'file',
    aliases,
  };
}

function cookies(name: string, action: string, title: string, words: string[], implied: Verb['implied'] = {}): Verb {
  return { name, tool: 'browser_cookies', title, words, standard: { action }, implied };
}

function storage(area: 'local' | 'session'): Verb[] {
  const of = (action: string, title: string, words: string[]): Verb => ({
    name: `storage ${area} ${action}`,
    tool: 'browser_storage',
    title,
    words,
    given: { area, action },
  });
  return [
    {
      name: `storage ${area}`,
      tool: 'browser_storage',
      title: `List the ${area} storage, or read a key`,
      words: ['key?'],
      given: { area },
      standard: { action: 'list' },
      implied: { key: { action: 'get' } },
      aliases: [`storage ${area} get`],
    },
    of('set', `Set a key of the ${area} storage`, ['key', 'value']),
    of('delete', `Delete a key of the ${area} storage`, ['key']),
    of('clear', `Clear the ${area} storage`, []),
  ];
}
