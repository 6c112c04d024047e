/** The methods of BTCP. */
export type BtcpMethod =
  | 'hello'
  | 'connected'
  | 'ping'
  | 'notifications/cancelled'
  | 'tools/register'
  | 'tools/list'
  | 'tools/get'
  | 'tools/call'
  | 'tools/callBatch'
  | 'tools/updated'
  | 'capabilities/list'
  | 'capabilities/request'
  | 'session/create'
  | 'session/join'
  | 'session/info'
  | 'session/ping'
  | 'browser/disconnected';
