/** Runs `work` at once, and then at most once per interval however often it is asked for; the last time counts. */
export function atIntervals(work: () => void, ms: number): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;
  const run = () => {
    isAsked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) run();
    }, ms);
    work();
  };
  return {
    ask() {
      if (timer === undefined) run();
      else isAsked = true;
    },
    stop: () => clearTimeout(timer),
  };
}
