import { isTag } from '../../dom/tags.js';
import { sendInput } from '../fields/field-events.js';
import { isTextField, setNativeValue } from '../fields/fields.js';
import { edit } from './edit.js';
import type { KeyAction } from './key-action.js';
import type { Chord } from './keys.js';

export const editByKey: KeyAction = (target, chord) => {
  if (!isTextField(target)) return undefined;
  const { key, modifiers } = chord;
  const command = modifiers.includes('Control') || modifiers.includes('Meta');
  if (command) return editByShortcut(target, chord);
  if (key.text !== undefined && !modifiers.includes('Alt')) {
    edit(target, 'insertText', key.text);
    return '';
  }
  if (key.key === 'Backspace' || key.key === 'Delete') return remove(target, key.key, 'character');
  if (key.key === 'Enter' && !isTag(target, 'input')) {
    edit(target, isTag(target, 'textarea') || modifiers.includes('Shift') ? 'insertLineBreak' : 'insertParagraph');
    return '';
  }
  if (key.key === 'Escape' && isTag(target, 'input') && target.type === 'search' && target.value) {
    setNativeValue(target, '');
    sendInput(target, { inputType: 'deleteContentBackward', data: null });
    return '';
  }
  return moveCaret(target, chord, 'character');
};

function editByShortcut(target: Element, chord: Chord): string | undefined {
  const { key, modifiers } = chord;
  switch (key.key.toLowerCase()) {
    case 'a':
      if (isTag(target, 'input', 'textarea')) target.select();
      else target.ownerDocument.execCommand('selectAll');
      return '';
    case 'z':
      edit(target, modifiers.includes('Shift') ? 'historyRedo' : 'historyUndo');
      return '';
    case 'y':
      edit(target, 'historyRedo');
      return '';
    case 'c':
    case 'x':
    case 'v':
      return clipboard(target, key.key.toLowerCase());
    case 'backspace':
    case 'delete':
      return remove(target, key.key, 'word');
    default:
      return moveCaret(target, chord, 'word');
  }
}

// Browsers give scripts the clipboard only after a user gesture.
function clipboard(target: Element, letter: string): string {
  const command = { c: 'copy', x: 'cut', v: 'paste' }[letter] ?? 'copy';
  const done = target.ownerDocument.execCommand(command);
  return done ? '' : `The page was not allowed to ${command}: scripts have no access to the clipboard.`;
}

function remove(target: Element, key: string, unit: 'character' | 'word'): string {
  const backward = key === 'Backspace';
  const selection = target.ownerDocument.getSelection();
  if (unit === 'word' && !hasSelection(target)) selection?.modify('extend', backward ? 'backward' : 'forward', 'word');
  edit(target, backward ? 'deleteContentBackward' : 'deleteContentForward');
  return '';
}

function hasSelection(target: Element): boolean {
  if (isTag(target, 'input', 'textarea') && target.selectionStart !== null) {
    return target.selectionStart !== target.selectionEnd;
  }
  return target.ownerDocument.getSelection()?.isCollapsed === false;
}

function moveCaret(target: Element, { key, modifiers }: Chord, unit: 'character' | 'word'): string | undefined {
  const multiline = !isTag(target, 'input');
  const whole = unit === 'word' ? 'documentboundary' : 'lineboundary';
  const moves: Record<string, [direction: string, unit: string]> = {
    ArrowLeft: ['left', unit],
    ArrowRight: ['right', unit],
    ArrowUp: ['backward', multiline ? 'line' : 'lineboundary'],
    ArrowDown: ['forward', multiline ? 'line' : 'lineboundary'],
    Home: ['backward', whole],
    End: ['forward', whole],
  };
  const move = moves[key.key];
  if (!move) return undefined;
  target.ownerDocument.getSelection()?.modify(modifiers.includes('Shift') ? 'extend' : 'move', ...move);
  return '';
}
