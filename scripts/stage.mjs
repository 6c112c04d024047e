/**
 * Runs one stage and prints its wall time. A stage that fails prints why and ends the process.
 * @param {string} name
 * @param {() => unknown} run resolves with a remark, or with nothing
 */
export async function stage(name, run) {
  const start = performance.now();
  try {
    const remark = await run();
    report('ok', name, start, remark);
  } catch (failure) {
    report('FAILED', name, start);
    console.error(failure instanceof Error ? failure.message : failure);
    process.exit(1);
  }
}

/**
 * @param {string} outcome
 * @param {string} name
 * @param {number} start
 * @param {unknown} [remark]
 */
function report(outcome, name, start, remark) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${outcome.padEnd(6)} ${seconds.padStart(6)} s  ${name}${remark ? `: ${remark}` : ''}`);
}
