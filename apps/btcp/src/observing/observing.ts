import type { Log } from './logging/log.js';
import type { Observer } from './observer.js';
import type { Tracer } from './tracing/tracer.js';

export interface Observing {
  log: Log;
  observer: Observer;
  /** Only where traces are sent somewhere. */
  tracer?: Tracer | undefined;
}
