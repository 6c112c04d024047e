/**
 * @typedef {{ best: number, median: number }} Time
 * @typedef {{ setting: { rounds: number, load: number }, times: Record<string, Record<string, Time>>, errand: Record<string, { time: number } | undefined> }} Run
 */

/**
 * Two runs on one machine as one: the better times of both. What is not a time is that of the newer run.
 * @template {Run} Measured
 * @param {Run} older
 * @param {Measured} newer
 * @returns {Measured}
 */
export function betterOf(older, newer) {
  for (const [operation, times] of Object.entries(newer.times)) {
    for (const [name, time] of Object.entries(times)) {
      const before = older.times[operation]?.[name];
      if (before && before.best < time.best) times[name] = before;
    }
  }
  for (const [name, errand] of Object.entries(newer.errand)) {
    const before = older.errand[name];
    if (errand && before && before.time < errand.time) newer.errand[name] = before;
  }
  newer.setting.rounds += older.setting.rounds;
  newer.setting.load = Math.min(newer.setting.load, older.setting.load);
  return newer;
}
