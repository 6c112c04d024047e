// Preloaded into a server: its clock is hours ahead, and SIGUSR2 sets it as far back.
const realNow = Date.now;
let shift = Number(process.env.TEST_CLOCK_SHIFT_MS);
process.on('SIGUSR2', () => {
  shift = -shift;
});
Date.now = () => realNow() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, target),
});
