/** What live views have shown since the server started, for metrics. */
export class LiveCounts {
  viewers = 0;
  framesSent = 0;
  /** Overtaken by a newer frame before they could be sent. */
  framesDropped = 0;
}
