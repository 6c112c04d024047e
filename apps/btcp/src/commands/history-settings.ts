import type { HistoryLimits } from '../history/history-store.js';
import { type Settings, wholeNumber } from '../settings/settings.js';

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const TOTAL_MB = 500;
const SESSION_MB = 50;
const AGE_DAYS = 7;

export function historyLimits(settings: Settings): HistoryLimits {
  const number = (name: 'history-size' | 'history-session-size' | 'history-age', standard: number) =>
    wholeNumber(name, settings[name], standard);
  return {
    total: number('history-size', TOTAL_MB) * MB,
    perSession: number('history-session-size', SESSION_MB) * MB,
    age: number('history-age', AGE_DAYS) * DAY_MS,
  };
}
