import type { Key, Modifier, MouseButton } from 'btcp-browser-agent';
import type { Point } from './mouse.js';

const MODIFIERS: readonly string[] = ['Alt', 'Control', 'Meta', 'Shift'];

export class Held {
  readonly keys = new Map<string, Key>();
  readonly buttons = new Set<MouseButton>();
  pointer: Point = { x: 0, y: 0 };

  get modifiers(): Modifier[] {
    return [...this.keys.values()].map(({ key }) => key).filter((key): key is Modifier => MODIFIERS.includes(key));
  }

  get names(): string[] {
    return [...[...this.keys.values()].map(({ key }) => key), ...[...this.buttons].map((button) => `${button} button`)];
  }

  clear(): void {
    this.keys.clear();
    this.buttons.clear();
  }
}
