import type { Rectangle, ViewerMessage } from '@btcp/protocol';

export interface Locator {
  locate(ref: string): Promise<Rectangle | null>;
  onLocated(ref: string, rectangle: Rectangle | null): void;
  giveUp(): void;
}

export function createLocator(send: (message: ViewerMessage) => boolean): Locator {
  const waiting = new Map<string, (rectangle: Rectangle | null) => void>();
  const onLocated = (ref: string, rectangle: Rectangle | null) => {
    waiting.get(ref)?.(rectangle);
    waiting.delete(ref);
  };
  return {
    onLocated,
    locate(ref) {
      onLocated(ref, null);
      return new Promise((resolve) => {
        waiting.set(ref, resolve);
        if (!send({ type: 'locate', ref })) onLocated(ref, null);
      });
    },
    giveUp() {
      for (const ref of waiting.keys()) onLocated(ref, null);
    },
  };
}
