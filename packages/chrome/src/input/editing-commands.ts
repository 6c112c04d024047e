// Editing commands come from the operating system, which headless Chrome lacks.
const WITH_CONTROL: Record<string, string> = {
  a: 'selectAll',
  c: 'copy',
  v: 'paste',
  x: 'cut',
  z: 'undo',
  y: 'redo',
};

const WITH_META: Record<string, string> = {
  ArrowLeft: 'moveToBeginningOfLine',
  ArrowRight: 'moveToEndOfLine',
  ArrowUp: 'moveToBeginningOfDocument',
  ArrowDown: 'moveToEndOfDocument',
  Backspace: 'deleteToBeginningOfLine',
};
const WITH_ALT: Record<string, string> = {
  ArrowLeft: 'moveWordLeft',
  ArrowRight: 'moveWordRight',
  Backspace: 'deleteWordBackward',
};

const ALT = 1;
const CONTROL = 2;
const META = 4;
const SHIFT = 8;

export function editingCommands(key: string, modifiers: number): string[] {
  const isShifted = (modifiers & SHIFT) !== 0;
  const others = modifiers & (ALT | CONTROL | META);
  if (others === CONTROL || others === META) {
    const lower = key.toLowerCase();
    if (isShifted && lower === 'z') return ['redo'];
    const command = isShifted ? undefined : WITH_CONTROL[lower];
    if (command) return [command];
  }
  const table = others === META ? WITH_META : others === ALT ? WITH_ALT : {};
  const command = table[key];
  if (!command) return [];
  return [isShifted && command.startsWith('move') ? `${command}AndModifySelection` : command];
}
