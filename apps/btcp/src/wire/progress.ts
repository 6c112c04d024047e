/** A line about long work, on a terminal; it is gone when the work is done. */
export interface Progress {
  show(text: string): void;
  end(): void;
}

const PATIENCE_MS = 2_000;
const SECOND_MS = 1_000;

/** Nothing is shown in a pipe, as JSON, or with --quiet. */
export function startProgress(isWanted: boolean): Progress {
  if (!isWanted || !process.stderr.isTTY) return { show: () => {}, end: () => {} };
  const started = Date.now();
  let text = 'Working';
  let isShown = false;
  const write = () => {
    const line = `${text} (${Math.round((Date.now() - started) / SECOND_MS)} s)`;
    isShown = true;
    // A line that the terminal breaks could not be removed.
    process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`);
  };
  const timer = setInterval(() => {
    if (isShown || Date.now() - started >= PATIENCE_MS) write();
  }, SECOND_MS).unref();
  return {
    show(next) {
      text = next;
      write();
    },
    end() {
      clearInterval(timer);
      if (isShown) process.stderr.write('\r\u001b[K');
    },
  };
}
