import { LOG_FORMATS, LOG_LEVELS, Log } from '../observing/logging/log.js';
import { Observer } from '../observing/observer.js';
import type { Observing } from '../observing/observing.js';
import { oneOf, type Settings, usageError } from '../settings/settings.js';

export function logOf(settings: Settings): Log {
  return new Log(
    oneOf('log-level', settings['log-level'], LOG_LEVELS, 'info'),
    oneOf('log-format', settings['log-format'], LOG_FORMATS, 'text'),
  );
}

/** Traces are loaded only where an endpoint is set: a start must not wait for them. */
export async function observing(settings: Settings, log: Log): Promise<Observing> {
  const endpoint = settings['otlp-endpoint'];
  if (endpoint === undefined) return { log, observer: new Observer({ log }) };
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw usageError(
      `--otlp-endpoint is "${endpoint}".`,
      'Give the address of a collector, such as http://127.0.0.1:4318.',
    );
  }
  const { Tracer } = await import('../observing/tracing/tracer.js');
  const tracer = new Tracer(endpoint, log);
  return { log, tracer, observer: new Observer({ log, tracer }) };
}
