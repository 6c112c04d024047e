import type { BtcpMethod, LiveMessage, ViewerMessage } from '@btcp/protocol';

/** What each message of BTCP is for: who sends it, and why. The compiler sees to it that none is forgotten. */
export const BTCP_WORDS: Record<BtcpMethod, string> = {
  hello: 'Both, first. Who is there; the answer has the session.',
  connected: 'Server, over HTTP streaming. The first event: the answer to `hello`, before it was said.',
  ping: 'Both. A sign of life.',
  'session/ping': 'Agent. The same, in the words of the public specification.',
  'session/create': 'Page. A session without `hello`, in the words of the public specification.',
  'tools/register': 'Page. All of its tools; sent again when they change.',
  'session/list': 'Agent. The pages that it may see.',
  'session/join': 'Agent. Chooses a page for what follows, and hears of its changes.',
  'session/info': 'Agent. One page.',
  'session/leave': 'Both. A goodbye: the session is not kept for a return.',
  'tools/list': 'Agent. The tools of a page; `filter` takes capabilities.',
  'tools/get': 'Agent. One tool.',
  'manifests/list': 'Agent. What a page offers in one piece, with the version of the protocol.',
  'tools/call': 'Agent to server, and server to page. One call; the page answers, and the answer goes back.',
  'tools/callBatch': 'Agent. Several calls at once; the answers are in their order.',
  'notifications/cancelled': 'Both. The answer to this request is no longer wanted.',
  'tools/updated': 'Server. The page that the agent joined has other tools.',
  'capabilities/list': 'Agent. What the page has granted.',
  'capabilities/request': 'Agent. Asks for more, ahead of a call; the person decides.',
  'browser/disconnected': 'Server. The page that the agent joined is gone.',
};

/** What the server of the live view says. */
export const LIVE_WORDS: Record<LiveMessage['type'], string> = {
  hello: 'Who this viewer is. Its pass, given as `pass` in the query of the next connection, keeps what it held.',
  control: 'Who drives, and what the agent asks of the person.',
  tabs: 'The tabs, and which one this viewer watches.',
  metadata: 'How a picture lies over the page; sent when it changes.',
  loading: 'Whether the page is loading.',
  history: 'Where the tab is, and whether there is a way back.',
  crash: 'The page has crashed, and shows nothing new until it is loaded again.',
  dialog: 'An alert, a question or a prompt that waits; null when it is answered.',
  picker: 'A list, date or colour that headless Chrome does not paint: the viewer shows it.',
  file_chooser: 'The page wants files.',
  permissions:
    'What the origin of the page may do of that which needs leave. All else is refused, and nobody is asked.',
  download: 'A download and how far it is.',
  located: 'Where the element of a ref is in the picture; null when it is nowhere.',
  cursor: 'The CSS cursor under the pointer of who drives.',
  selection: 'The text that the driver asked to copy.',
  heartbeat: 'Nothing has changed since the last picture.',
  error: 'What this viewer sent was refused.',
  closed: 'The browser has ended; the connection closes after it.',
};

/** What a viewer says. */
export const VIEWER_WORDS: Record<ViewerMessage['type'], string> = {
  config: 'How it wants its pictures.',
  ack: 'It has drawn this picture and all before it.',
  watch: 'Looks at another tab than the agent.',
  follow_agent: 'Looks where the agent works again.',
  locate: 'Asks where the element of a ref is, to show it in the picture.',
  take_control: 'Drives from now on.',
  give_control: 'Gives control back to the agent, with an outcome where it was asked for something.',
  set_private: 'The agent may not look for a while.',
  decline_request: 'Says no to the agent without driving.',
  input_mouse: 'The mouse, in pixels of the page. Fields are those of CDP.',
  input_keyboard: 'A key.',
  input_touch: 'Fingers.',
  input_composition: 'Text of an input method.',
  input_paste: 'Pasted text.',
  get_selection: 'Asks for the selected text, to copy it.',
  switch_tab: 'Makes a tab the active one.',
  close_tab: 'Closes a tab.',
  new_tab: 'Opens a tab.',
  fit_page:
    'Makes pages as large as the window of the driver, until they give back control. Without a size, as before.',
  navigate: 'Back, forward, reload, stop, or to an address.',
  answer_dialog: 'Answers a dialog.',
  answer_picker: 'Chooses; neither `indexes` nor `value` leaves it as it was.',
  answer_file_chooser:
    'Sends files, their content in base64. Send more than a megabyte in parts: messages with `"isPart": true` and the same files, then one without; the contents are joined.',
  set_permission:
    'Allows it to the origin that the watched page still has, or takes it back. `position` is what a page that may know the location receives.',
};
