import { element, isSubmit, textButton } from '../elements/element.js';

interface PanelOptions {
  role: 'dialog' | 'alertdialog';
  title: string;
  body: (Node | string)[];
  accept: string;
  decline?: string | undefined;
  canAnswer: boolean;
  onAnswer(accept: boolean): void;
}

export function panel({ role, title, body, accept, decline, canAnswer, onAnswer }: PanelOptions): HTMLElement {
  const heading = element('h2', {}, title);
  const buttons = element('div', { class: 'actions' });
  if (decline !== undefined) {
    buttons.append(textButton(decline, () => onAnswer(false), 'quiet'));
  }
  const hasField = body.some((part) => part instanceof Element && part.hasAttribute('autofocus'));
  const onclick = () => onAnswer(true);
  buttons.append(element('button', { type: 'button', class: 'primary', autofocus: !hasField, onclick }, accept));
  return element(
    'form',
    {
      class: 'panel',
      role,
      'aria-label': title,
      onkeydown(event) {
        if (canAnswer && isSubmit(event)) onAnswer(true);
        if ((event as KeyboardEvent).key !== 'Escape' || !canAnswer) return;
        event.stopPropagation();
        onAnswer(false);
      },
    },
    heading,
    ...body,
    canAnswer ? buttons : element('p', { class: 'note' }, 'Take over to answer.'),
  );
}
