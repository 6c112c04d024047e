// Preloaded into a server: its clock is hours ahead, and SIGUSR2 sets it as far back.
const Real = Date;
let shift = Number(process.env.TEST_CLOCK_SHIFT_MS);
process.on('SIGUSR2', () => {
  shift = -shift;
});
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }

  static now() {
    return Real.now() + shift;
  }
};
