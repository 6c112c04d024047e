/** The tools for which a page is not enough: it refuses them, since it knows neither tabs nor files nor its own traffic. */
export const wholeBrowserTools: ReadonlySet<string> = new Set([
  'browser_upload',
  'browser_tabs',
  'browser_dialog',
  'browser_resize',
  'browser_close',
  'browser_request_user',
  'browser_recent_console_logs',
  'browser_clear_console_logs',
  'browser_recent_network_requests',
  'browser_clear_network_requests',
  'browser_get_network_sources',
  'browser_set_offline',
  'read_image',
]);
