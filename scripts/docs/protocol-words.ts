import type { BtcpMethod, LiveMessage, ViewerMessage } from '@btcp/protocol';

/** What each message of BTCP is for: who sends it, and why. The compiler checks that none is missing. */
export const BTCP_WORDS: Record<BtcpMethod, string> = {
  hello: 'Both; the first message. Identifies the sender; the answer has the session.',
  connected: 'Server, over HTTP streaming. The first event; it replaces the answer to `hello`.',
  ping: 'Both. Checks that the connection is alive.',
  'session/ping': 'Agent. The same as `ping`, as the public specification names it.',
  'session/create': 'Page. Opens a session without `hello`, as in the public specification.',
  'tools/register': 'Page. Lists all its tools; sent again when they change.',
  'session/list': 'Agent. Lists the pages that it may see.',
  'session/join': 'Agent. Selects a page for later requests and subscribes to its changes.',
  'session/info': 'Agent. Describes one page.',
  'session/leave': 'Both. Ends the session; it cannot be resumed.',
  'tools/list': 'Agent. Lists the tools of a page; `filter` takes capabilities.',
  'tools/get': 'Agent. Describes one tool.',
  'manifests/list': 'Agent. Describes everything that a page offers, with the protocol version.',
  'tools/call': 'Agent to server, and server to page. Calls a tool; the answer of the page is returned to the agent.',
  'tools/callBatch': 'Agent. Makes several calls at once; the answers have the same order.',
  'notifications/cancelled': 'Both. Cancels a request.',
  'tools/updated': 'Server. The tools of the joined page have changed.',
  'capabilities/list': 'Agent. Lists the capabilities that the page has granted.',
  'capabilities/request': 'Agent. Requests capabilities before a call; the person decides.',
  'browser/disconnected': 'Server. The joined page has disconnected.',
};

/** What each message of the live view's server is for. */
export const LIVE_WORDS: Record<LiveMessage['type'], string> = {
  hello: 'Identifies this viewer. Pass its `pass` in the query of the next connection to keep control.',
  control: 'Who drives, and the request of the agent.',
  tabs: 'The tabs, and which one this viewer watches.',
  metadata: 'How the picture maps to the page; sent when it changes.',
  loading: 'Whether the page is loading.',
  history: 'The address of the tab, and whether it can go back or forward.',
  crash: 'The page has crashed. Reload it to continue.',
  dialog: 'An open alert, confirm or prompt; null once it is answered.',
  picker: 'A list, date or colour that headless Chrome does not paint: the viewer shows it.',
  file_chooser: 'The page asks for files.',
  permissions: 'The permissions granted to the origin of the page. All others are refused without a prompt.',
  download: 'A download and its progress.',
  located: 'The position of an element in the picture; null if it is not there.',
  cursor: "The CSS cursor under the driver's pointer.",
  selection: 'The text that the driver asked to copy.',
  heartbeat: 'Nothing has changed since the last picture.',
  error: 'A message of this viewer was refused.',
  closed: 'The browser has ended; the connection closes after it.',
};

/** What each message of a viewer is for. */
export const VIEWER_WORDS: Record<ViewerMessage['type'], string> = {
  config: 'Sets the rate, pacing and quality of the pictures.',
  ack: 'This picture and all before it are drawn.',
  watch: "Watches another tab than the agent's.",
  follow_agent: "Watches the agent's tab again.",
  locate: 'Asks for the position of an element, to mark it in the picture.',
  take_control: 'Takes control.',
  give_control: 'Hands control back to the agent, with an outcome if the agent made a request.',
  set_private: 'Hides the page from the agent, or shows it again.',
  decline_request: 'Declines the request without driving.',
  input_mouse: 'A mouse event, in page pixels. The fields are those of CDP.',
  input_keyboard: 'A key event.',
  input_touch: 'A touch event.',
  input_composition: 'Text from an input method.',
  input_paste: 'Pasted text.',
  get_selection: 'Asks for the selected text, to copy it.',
  switch_tab: 'Makes a tab the active one.',
  close_tab: 'Closes a tab.',
  new_tab: 'Opens a tab.',
  fit_page: "Resizes pages to the driver's window until the driver hands back. Without a size, restores the old size.",
  navigate: 'Back, forward, reload, stop, or to an address.',
  answer_dialog: 'Answers a dialog.',
  answer_picker: 'Chooses a value; without `indexes` and `value` it stays unchanged.',
  answer_file_chooser:
    'Sends files, their content in base64. Send more than a megabyte in parts: messages with `"isPart": true` and the same files, then one without; the contents are joined.',
  set_permission:
    'Grants a permission to the origin of the watched page, or revokes it. `position` is the location that the page receives.',
};
