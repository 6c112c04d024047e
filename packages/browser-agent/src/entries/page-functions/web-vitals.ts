/** How a page loaded; times are in milliseconds since it was asked for. */
export interface WebVitals {
  ttfb?: number;
  fcp?: number;
  lcp?: { time: number; element: string; url: string };
  cls: number;
  inp?: { time: number; type: string };
  longTasks: { count: number; total: number; longest: number };
  nodes: number;
  resources: { count: number; bytes: number; slowest: { url: string; time: number }[] };
}

/** Reads what the browser has measured. */
export async function webVitals(): Promise<WebVitals> {
  const REPORT_MS = 100;
  const seen: Record<string, PerformanceEntry[]> = {};
  const types = ['largest-contentful-paint', 'layout-shift', 'longtask', 'event', 'first-input', 'paint'];
  const observers = types.map((type) => {
    seen[type] = [];
    const observer = new PerformanceObserver((list) => seen[type]?.push(...list.getEntries()));
    try {
      observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    } catch {
      // This browser does not know the type.
    }
    return observer;
  });
  await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
  for (const observer of observers) observer.disconnect();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const round = (time: number) => Math.round(time);
  const lcp = seen['largest-contentful-paint']?.at(-1) as
    | (PerformanceEntry & { renderTime: number; loadTime: number; url: string; element?: Element | null })
    | undefined;
  const fcp = seen.paint?.find(({ name }) => name === 'first-contentful-paint');
  // Shifts that come close together count as one: the worst such session is the score.
  let [cls, session, last, first] = [0, 0, 0, 0];
  for (const entry of seen['layout-shift'] ?? []) {
    const { value, hadRecentInput, startTime } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) continue;
    const isSame = startTime - last < 1_000 && startTime - first < 5_000;
    session = isSame ? session + value : value;
    if (!isSame) first = startTime;
    last = startTime;
    cls = Math.max(cls, session);
  }
  const events = [...(seen.event ?? []), ...(seen['first-input'] ?? [])].sort((a, b) => b.duration - a.duration);
  const [slowest] = events;
  const tasks = seen.longtask ?? [];
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const element = lcp?.element;
  return {
    ...(navigation ? { ttfb: round(navigation.responseStart) } : {}),
    ...(fcp ? { fcp: round(fcp.startTime) } : {}),
    ...(lcp
      ? {
          lcp: {
            time: round(lcp.renderTime || lcp.loadTime || lcp.startTime),
            element: element ? `<${element.localName}${element.id ? ` id="${element.id}"` : ''}>` : '',
            url: lcp.url,
          },
        }
      : {}),
    cls: Math.round(cls * 1_000) / 1_000,
    ...(slowest ? { inp: { time: round(slowest.duration), type: slowest.name } } : {}),
    longTasks: {
      count: tasks.length,
      total: round(tasks.reduce((sum, { duration }) => sum + duration, 0)),
      longest: round(Math.max(0, ...tasks.map(({ duration }) => duration))),
    },
    nodes: document.getElementsByTagName('*').length,
    resources: {
      count: resources.length,
      bytes: resources.reduce((sum, { transferSize }) => sum + transferSize, 0),
      slowest: [...resources]
        .sort((a, b) => b.duration - a.duration)
        .slice(0, 3)
        .map(({ name, duration }) => ({ url: name, time: round(duration) })),
    },
  };
}
