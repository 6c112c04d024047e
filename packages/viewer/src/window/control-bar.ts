import type { ControlState, UserRequest } from '@btcp/protocol';
import type { ViewerState } from '../state/viewer-state.js';
import type { Viewer } from '../viewer/viewer.js';
import { element, type Part, textButton } from './elements/element.js';
import { icon } from './elements/icons.js';

const NOBODY = 'No one is driving';

export function createControlBar(viewer: Viewer): Part<ViewerState> & { setIdle(isIdle: boolean): void } {
  let isIdle = false;
  const who = element('span', { class: 'who', role: 'status' });
  const secret = element('button', {
    type: 'button',
    class: 'quiet private',
    title: 'While this is on, the agent cannot see the page',
    onclick: () => viewer.setPrivate(secret.getAttribute('aria-pressed') !== 'true'),
  });
  secret.append(icon('lock'), element('span', {}, 'Private'));
  const take = textButton('Take over', () => viewer.takeControl());
  const give = textButton('Hand back', () => viewer.giveControl());
  const root = element('div', { class: 'control' }, who, secret, take, give);

  return {
    root,
    update(state) {
      const { control, role, isDriving, status } = state;
      const isFree = isIdle && !isDriving && !control?.request && control?.holder.kind === 'agent';
      const text = control && status !== 'closed' ? (isFree ? NOBODY : driverOf(control, state)) : '';
      if (who.textContent !== text) who.textContent = text;
      const isWaiting = control?.request && control.holder.kind !== 'viewer';
      who.dataset.driver = isDriving ? 'you' : isWaiting ? 'waiting' : isFree ? 'nobody' : control?.holder.kind;
      secret.hidden = !isDriving;
      secret.setAttribute('aria-pressed', String(control?.isPrivate ?? false));
      const isAsked = Boolean(control?.request);
      take.hidden = status !== 'live' || role !== 'control' || isDriving || isAsked || isHeld(control);
      give.hidden = !isDriving || isAsked;
    },
    setIdle(idle) {
      isIdle = idle;
    },
  };
}

export function createRequestBanner(viewer: Viewer): Part<ViewerState> {
  const message = element('p');
  const time = element('span', { class: 'deadline' });
  const take = textButton('Take over', () => viewer.takeControl());
  const done = textButton('Done', () => viewer.giveControl({ outcome: 'done' }));
  const decline = textButton(
    'Decline',
    () => (viewer.getSnapshot().isDriving ? viewer.giveControl({ outcome: 'declined' }) : viewer.declineRequest()),
    'quiet',
  );
  const actions = element('div', { class: 'actions' }, take, done, decline);
  const root = element(
    'section',
    { class: 'request', role: 'alert', 'aria-label': 'The agent asks' },
    message,
    time,
    actions,
  );

  return {
    root,
    update({ control, role, isDriving, status }) {
      const request = control?.request;
      root.hidden = !request || status === 'closed';
      if (!request) return;
      if (message.textContent !== request.message) message.textContent = request.message;
      time.textContent = timeLeft(request);
      actions.hidden = role !== 'control' || (isHeld(control) && !isDriving);
      take.hidden = isDriving;
      done.hidden = !isDriving;
    },
  };
}

function isHeld(control: ControlState | null): boolean {
  return control?.holder.kind === 'viewer' && !control.holder.isAway;
}

function driverOf({ holder, request }: ControlState, { isDriving, viewer }: ViewerState): string {
  if (isDriving) return 'You are driving';
  // Until the connection is back.
  if (holder.kind === 'viewer' && holder.viewer === viewer) return 'You were driving';
  if (request && holder.kind !== 'viewer') return 'Agent is waiting for you';
  if (holder.kind === 'agent') return 'Agent is driving';
  if (holder.kind === 'nobody') return NOBODY;
  return `${holder.name ?? 'Someone else'} ${holder.isAway ? 'has lost the connection' : 'is driving'}`;
}

function timeLeft({ deadline }: UserRequest): string {
  const minutes = Math.ceil((deadline - Date.now()) / 60_000);
  if (minutes > 90) return `${Math.round(minutes / 60)} h left`;
  return minutes > 1 ? `${minutes} min left` : 'less than a minute left';
}
