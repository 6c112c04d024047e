import type { Heard, HeardCall } from './heard.js';

export const DEMO_TASK =
  'Buy a bag of Nyeri at Harbour Coffee and download the invoice. Let me sign in myself where the shop asks for it.';

/** What the demonstration does next: it says something, calls a tool, or both; without a call it is done. */
export interface Move {
  say?: string;
  call?: { name: string; input: Record<string, unknown> };
}

type Known = Heard & { shop: string; last: HeardCall };

const MAX_CALLS = 80;
const MAX_FAILURES = 3;
const MAX_REQUESTS = 4;
const MAX_RESTARTS = 3;
const PATIENCE = '2m';

const ABOUT = `I am the demonstration: I follow a script, without a model, and know one errand. Say *again* to watch it again.

Connect a model in the settings, and an agent does your tasks in the same way.`;

/** Decides by what the tools returned; everything that it knows of a page is in their text. */
export function nextMove(heard: Heard, shop: string): Move {
  const { message, calls } = heard;
  if (!/nyeri|again/i.test(message)) return { say: ABOUT };
  const last = calls.at(-1);
  if (!last) {
    return { say: 'I open the shop and look for the beans.', ...open(shop) };
  }
  if (calls.length >= MAX_CALLS) return { say: 'This takes more steps than the errand should need, so I stop here.' };
  const known = { ...heard, shop, last };
  if (last.isError) return afterFailure(known);
  if (last.name === 'browser_request_user') return afterRequest(known);
  if (last.name === 'browser_snapshot') return onPage(known);
  if (isDownload(last)) return afterDownload(known);
  return { call: { name: 'browser_snapshot', input: {} } };
}

function afterFailure({ calls, last, shop }: Known): Move {
  const failures = calls.slice(-MAX_FAILURES).filter(({ isError }) => isError).length;
  if (failures >= MAX_FAILURES) {
    return {
      say: `That failed ${MAX_FAILURES} times in a row, so I stop here. The last reason: ${firstLine(last.text)}`,
    };
  }
  if (last.name === 'browser_snapshot' || last.name === 'browser_navigate') {
    return { say: `That failed: ${firstLine(last.text)} I open the shop again.`, ...open(shop) };
  }
  return { say: `That failed: ${firstLine(last.text)} I read the page again.`, ...read() };
}

function afterRequest({ calls, last }: Known): Move {
  if (/did not finish in time/.test(last.text)) {
    const waits = calls.filter(({ text }) => /did not finish in time/.test(text)).length;
    if (waits >= MAX_REQUESTS) {
      return { say: 'Nobody has signed in, so I stop waiting. Your cart is kept: say *again* when you are ready.' };
    }
    return { say: 'I am still waiting for you to sign in.', ...ask('Please sign in to Harbour Coffee.') };
  }
  if (/declined/.test(last.text)) {
    return { say: 'You declined to sign in, so I stop before the order. Say *again* to start over.' };
  }
  return { say: 'I read what the page shows now.', ...read() };
}

function onPage({ calls, last, shop }: Known): Move {
  const page = last.text;
  const ref = (role: string, name: string) => refOf(page, role, name);
  if (ref('textbox', 'Password')) {
    const asked = calls.filter(({ name }) => name === 'browser_request_user').length;
    if (asked >= MAX_REQUESTS) return { say: 'The shop still asks for a sign-in, so I stop here.' };
    return asked === 0
      ? {
          say: 'The shop asks for a password. That is for you: I do not see what you type.',
          ...ask('Please sign in to Harbour Coffee. Any name and password will do. Press Done when you are in.'),
        }
      : { say: 'The page still asks for a password.', ...ask('Please finish the sign-in, then press Done.') };
  }
  if (/heading "The till did not answer"/.test(page)) {
    return click(ref('link', 'Back to check out'), {
      say: 'The order failed: the shop answered with error 503 and kept the cart. I go back and try once more.',
    });
  }
  const order = /heading "Order (\d+) is placed"/.exec(page)?.[1];
  if (order && calls.some(isDownload)) return click(ref('button', 'Sign out'), { say: 'I sign you out of the shop.' });
  if (order) {
    return click(ref('link', 'Download the invoice'), { say: `Order ${order} is placed. I download its invoice.` });
  }
  if (/heading "You are signed out"/.test(page)) return { say: summaryOf(calls) };
  const place = ref('button', 'Place order');
  if (place) return click(place, { say: 'I place the order.' });
  const checkOut = ref('link', 'Check out');
  if (checkOut) return click(checkOut, { say: 'One bag is in the cart. I check out.' });
  if (/link "Cart, [1-9]/.test(page)) return click(ref('link', 'Cart, '), {});
  const nyeri = ref('button', 'Add Nyeri to the cart');
  if (nyeri) return click(nyeri, { say: 'There it is. I put one bag into the cart.' });
  const restarts = calls.filter(({ name }) => name === 'browser_navigate').length;
  if (restarts > MAX_RESTARTS) return { say: 'I do not find my way in this page, so I stop here.' };
  return { say: 'This is not a page of my errand. I go back to the shop.', ...open(shop) };
}

function afterDownload({ calls }: Known): Move {
  const page = calls.findLast(({ name }) => name === 'browser_snapshot')?.text ?? '';
  return click(refOf(page, 'button', 'Sign out'), { say: 'The invoice is in *Files*. I sign you out of the shop.' });
}

function summaryOf(calls: readonly HeardCall[]): string {
  const pages = calls.map(({ text }) => text).join('\n');
  const order = /Order (\d+) is placed/.exec(pages)?.[1];
  const hasFailed = pages.includes('The till did not answer');
  const wasAsked = calls.some(({ name }) => name === 'browser_request_user');
  const facts = [
    wasAsked && 'You signed in yourself. What you typed is in no message and no recording.',
    hasFailed && 'The till failed once. I saw it on the page and tried again.',
    calls.some(isDownload) && 'The invoice is in *Files*, and each step is in *Actions*, which exports as a test.',
  ].filter(Boolean);
  return `Done: order **${order ?? ''}** is placed, and you are signed out.\n\n${facts.map((fact) => `- ${fact}`).join('\n')}

This was a demonstration, without a model. Connect one in the settings, and give it a task of yours.`;
}

function isDownload({ name, text, isError }: HeardCall): boolean {
  return name === 'browser_click' && !isError && /invoice-\d+\.csv/.test(text);
}

function click(selector: string | undefined, { say }: Pick<Move, 'say'>): Move {
  if (selector === undefined) return { say: 'What I wanted to press is not on the page. I read it again.', ...read() };
  return { ...(say === undefined ? {} : { say }), call: { name: 'browser_click', input: { selector } } };
}

function ask(message: string): Move {
  return { call: { name: 'browser_request_user', input: { message, purpose: 'login', timeout: PATIENCE } } };
}

function open(url: string): Move {
  return { call: { name: 'browser_navigate', input: { url } } };
}

function read(): Move {
  return { call: { name: 'browser_snapshot', input: {} } };
}

// The ref of the element with this role, whose name begins so.
function refOf(page: string, role: string, name: string): string | undefined {
  return new RegExp(`- ${role} "${name}[^"\\n]*"[^\\n]*?(@\\w+)`).exec(page)?.[1];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
