// A timer with a longer delay would fire at once.
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Calls at a time, in milliseconds since 1970, however far away that is. */
export function callAt(time: number, call: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = time - Date.now();
    timer = setTimeout(left > 0 ? wait : call, Math.min(Math.max(left, 0), MAX_DELAY_MS));
  };
  wait();
  return () => clearTimeout(timer);
}
