import type { Setting } from './setting.js';

/** The browsers, and what they may reach and keep. */
export const BROWSERS = {
  chrome: {
    kind: 'text',
    value: 'PATH',
    standard: 'an installed one, or a download',
    help: 'the browser to run, or bundled for the Chromium from npm',
  },
  browser: {
    kind: 'text',
    value: 'NAME',
    standard: 'chrome',
    help: 'chrome, or firefox: an installed Firefox over WebDriver BiDi, with fewer tools',
  },
  connect: {
    kind: 'text',
    isSecret: true,
    value: 'WHERE',
    standard: 'a new browser',
    help: 'use a browser that is running, with its accounts: a port, http://…, wss://…, a profile folder, or chrome, edge and others',
  },
  'chrome-args': {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_ARGS',
    value: 'FLAGS',
    help: 'further flags for the browser, separated by spaces or commas',
  },
  headed: { kind: 'switch', help: 'show the browser window' },
  isolation: {
    kind: 'text',
    value: 'KIND',
    standard: 'process',
    help: 'process: a Chrome per conversation; context: one Chrome for several',
  },
  profile: {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_PROFILE',
    value: 'NAME',
    standard: 'default for POST /browser/open, temporary otherwise',
    help: 'keep cookies and logins under this name, or in this folder; temporary keeps none',
  },
  'stream-port': {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_STREAM_PORT',
    value: 'N',
    help: 'also serve the live view on this loopback port',
  },
  viewport: { kind: 'text', value: 'WxH', standard: '1280x720', help: 'size of the page' },
  'max-image-size': {
    kind: 'text',
    value: 'PIXELS',
    help: 'the longest side of pictures for models (1568); files keep their size',
  },
  'allow-host': {
    kind: 'text',
    value: 'HOSTS',
    standard: 'all',
    help: 'the only hosts or origins that pages may reach: example.com,*.example.com,https://a.test,10.0.0.0/8',
  },
  'deny-host': { kind: 'text', value: 'HOSTS', standard: 'none', help: 'hosts or origins that pages may not reach' },
  'private-network': {
    kind: 'text',
    value: 'HOSTS',
    standard: 'none; localhost if opened by name',
    help: 'private hosts that pages may reach, or all',
  },
  proxy: {
    kind: 'text',
    isSecret: true,
    value: 'URL',
    standard: 'HTTPS_PROXY of the environment',
    help: 'the HTTP proxy for pages, such as http://name:password@proxy:3128',
  },
  'client-certificate': {
    kind: 'text',
    isSecret: true,
    isRepeatable: true,
    value: 'CERTIFICATE',
    standard: 'none',
    help: 'a certificate for one origin: origin=https://a.test,cert=a.pem,key=a.key or pfx=a.p12, with passphrase=… and ca=…; repeatable',
  },
  'ignore-tls-errors': { kind: 'switch', help: 'open pages with untrusted certificates; every result reports it' },
  'output-dir': {
    kind: 'text',
    value: 'PATH',
    standard: 'a temporary folder',
    help: 'where long outputs and downloads are kept',
  },
  'save-video': {
    kind: 'text',
    value: 'PATH',
    standard: 'none',
    help: 'keep a WebM video of every session in this folder, blank while a person drives',
  },
  'upload-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders to upload files from, in addition to the output folder (none); comma-separated',
  },
  'image-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders that read_image may read, in addition to those above (none); comma-separated',
  },
  'download-limit': {
    kind: 'text',
    value: 'MB',
    standard: '256',
    help: 'megabytes that the pages of one session may download',
  },
} as const satisfies Record<string, Setting>;
