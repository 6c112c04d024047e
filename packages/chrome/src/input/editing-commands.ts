/** What an editor does on these chords; a page gets them from the operating system, which a headless Chrome lacks. */
const WITH_CONTROL: Record<string, string> = {
  a: 'selectAll',
  c: 'copy',
  v: 'paste',
  x: 'cut',
  z: 'undo',
  y: 'redo',
};

/** What a Mac does with Command and with Option; with Shift as well, the selection follows. */
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

/** The editing commands that go with a key, given the modifiers that are held. */
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
