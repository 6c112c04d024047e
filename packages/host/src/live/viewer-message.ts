import { BtcpError, isOverloaded, type ViewerMessage } from '@btcp/protocol';
import { z } from 'zod';

const number = z.number().min(-1_000_000).max(1_000_000);
const coordinate = number;
const text = z.string().max(1_000_000);
const side = z.int().min(200).max(4_000);
const short = z.string().max(256);
const id = z.string().max(100);
const modifiers = z.int().min(0).max(15);
// Clients often send null for what they leave out.
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const mouse = z.object({
  type: z.literal('input_mouse'),
  eventType: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
  x: coordinate,
  y: coordinate,
  button: optional(z.enum(['none', 'left', 'middle', 'right', 'back', 'forward'])),
  buttons: optional(z.int().min(0).max(31)),
  clickCount: optional(z.int().min(0).max(10)),
  deltaX: optional(number),
  deltaY: optional(number),
  modifiers: optional(modifiers),
});

const keyboard = z.object({
  type: z.literal('input_keyboard'),
  eventType: z.enum(['keyDown', 'keyUp', 'rawKeyDown', 'char']),
  key: optional(short),
  code: optional(short),
  text: optional(short),
  windowsVirtualKeyCode: optional(z.int().min(0).max(65_535)),
  modifiers: optional(modifiers),
  location: optional(z.int().min(0).max(3)),
  autoRepeat: optional(z.boolean()),
});

const touch = z.object({
  type: z.literal('input_touch'),
  eventType: z.enum(['touchStart', 'touchMove', 'touchEnd', 'touchCancel']),
  touchPoints: z.array(z.object({ x: coordinate, y: coordinate, id: optional(z.int().min(0).max(1_000)) })).max(16),
  modifiers: optional(modifiers),
});

const file = z.object({ name: short, type: short, data: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) });

const position = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1e9),
});

const message = z.discriminatedUnion('type', [
  mouse,
  keyboard,
  touch,
  z.object({ type: z.literal('input_composition'), eventType: z.enum(['update', 'commit']), text }),
  z.object({ type: z.literal('input_paste'), text }),
  z.object({ type: z.literal('get_selection'), cut: optional(z.boolean()) }),
  z.object({
    type: z.literal('config'),
    maxFps: optional(z.number().min(0).max(120)),
    pacing: optional(z.enum(['ack', 'push'])),
    quality: optional(z.enum(['high', 'low'])),
  }),
  z.object({ type: z.literal('ack'), seq: z.int().min(0) }),
  z.object({ type: z.literal('take_control'), isPrivate: optional(z.boolean()) }),
  z.object({
    type: z.literal('give_control'),
    outcome: optional(z.enum(['done', 'declined'])),
    note: optional(z.string().max(2_000)),
  }),
  z.object({ type: z.literal('set_private'), isPrivate: z.boolean() }),
  z.object({ type: z.literal('decline_request'), id, note: optional(z.string().max(2_000)) }),
  z.object({ type: z.literal('watch'), tab: id }),
  z.object({ type: z.literal('follow_agent') }),
  z.object({ type: z.literal('locate'), ref: short }),
  z.object({ type: z.literal('switch_tab'), tab: id }),
  z.object({ type: z.literal('close_tab'), tab: id }),
  z.object({ type: z.literal('new_tab'), url: optional(z.string().max(100_000)) }),
  z.object({
    type: z.literal('navigate'),
    action: z.enum(['back', 'forward', 'reload', 'stop', 'to']),
    url: optional(z.string().max(100_000)),
  }),
  z.object({ type: z.literal('fit_page'), width: optional(side), height: optional(side) }),
  z.object({ type: z.literal('answer_dialog'), accept: z.boolean(), text: optional(text) }),
  z.object({
    type: z.literal('answer_picker'),
    id,
    indexes: optional(z.array(z.int().min(0)).max(10_000)),
    value: optional(text),
  }),
  z.object({
    type: z.literal('answer_file_chooser'),
    id,
    files: z.array(file).max(100),
    isPart: optional(z.boolean()),
  }),
  z.object({
    type: z.literal('set_permission'),
    origin: z.string().max(2_000),
    name: z.enum(['geolocation', 'notifications', 'clipboard-read']),
    granted: z.boolean(),
    position: optional(position),
  }),
]);

/** The error names the field and never its value, which may be a password. */
export function parseViewerMessage(data: string): ViewerMessage {
  const parsed = message.safeParse(parseJson(data));
  if (parsed.success) return withoutUndefined(parsed.data) as ViewerMessage;
  const [issue] = parsed.error.issues;
  const where = issue?.path.filter((part) => typeof part === 'number' || /^\w{1,40}$/.test(String(part))).join('.');
  if (issue?.code === 'too_big' && issue.origin === 'string') {
    throw new BtcpError('invalid_input', `The ${where} is longer than ${issue.maximum} characters.`, {
      hint: 'Send it in parts.',
    });
  }
  throw new BtcpError('invalid_input', `Unknown viewer message${where ? `: ${where} is wrong` : ''}.`, {
    hint: 'The protocol guide lists the messages.',
  });
}

function parseJson(data: string): unknown {
  if (isOverloaded(data)) {
    throw new BtcpError('invalid_input', 'The message has too many values, or is nested too deeply.', {
      hint: 'Send it in parts.',
    });
  }
  try {
    return JSON.parse(data);
  } catch {
    throw new BtcpError('invalid_input', 'The message is not JSON.', { hint: 'Send one JSON object per message.' });
  }
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined));
}
