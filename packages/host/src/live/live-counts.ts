/** What live views have shown since the server started, for metrics. */
export class LiveCounts {
  viewers = 0;
  framesSent = 0;
  framesDropped = 0;
}
