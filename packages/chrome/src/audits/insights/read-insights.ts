export interface Insights {
  url: string;
  lcp?: { time: number; element?: string | undefined; resource?: string | undefined; parts: [string, number][] };
  document?: { response: number; redirects: number; uncompressed: number };
  blocking: { url: string; time: number; wasted?: number | undefined }[];
  shifts?: { score: number; culprits: string[] };
  interaction?: { type: string; time: number; delay: number; processing: number; presentation: number };
  others: { title: string; milliseconds: number; bytes: number; urls: string[] }[];
}

export interface InsightsInput {
  engine: string;
  trace: string;
}

interface Request {
  args: { data: { url: string; requestId: string } };
  dur: number;
}

interface Model {
  insightKey: string;
  state: string;
  title?: unknown;
  metricSavings?: Record<string, number>;
  wastedBytes?: number;
  relatedEvents?: unknown;
}

interface InsightSet {
  url: { href: string };
  model: Record<string, Model> & {
    LCPBreakdown?: {
      lcpMs?: number;
      lcpEvent?: { args: { data?: { nodeName?: string } } };
      lcpRequest?: Request;
      subparts?: Record<string, { range: number; label: unknown }>;
    };
    RenderBlocking?: { renderBlockingRequests: Request[]; requestIdToWastedMs?: Map<string, number> };
    DocumentLatency?: {
      data?: { serverResponseTime: number; redirectDuration: number; uncompressedResponseBytes: number };
    };
    CLSCulprits?: {
      worstCluster?: { clusterCumulativeScore: number };
      topCulpritsByCluster: Map<unknown, { description: unknown; url?: string }[]>;
    };
    INPBreakdown?: {
      longestInteractionEvent?: {
        type: string;
        dur: number;
        inputDelay: number;
        mainThreadHandling: number;
        presentationDelay: number;
      };
    };
  };
}

interface Engine {
  TraceModel: {
    Model: {
      createWithAllHandlers(): {
        parse(events: unknown[], options?: unknown): Promise<void>;
        parsedTrace(): { insights?: Map<string, InsightSet> } | null;
      };
    };
  };
}

export interface Surroundings {
  load(address: string): Promise<unknown>;
  readFile(path: string): string;
  send(insights: Insights[]): void;
}

/** Runs in a worker from its source text, so it uses nothing from outside. */
export async function readInsights(
  { engine, trace }: InsightsInput,
  { load, readFile, send }: Surroundings,
): Promise<void> {
  const SHOWN = new Set(['LCPBreakdown', 'RenderBlocking', 'DocumentLatency', 'CLSCulprits', 'INPBreakdown']);
  const wordsOf = (text: unknown): string =>
    typeof text === 'string' ? text : String((text as { i18nId?: string } | undefined)?.i18nId ?? '');
  const lcpOf = ({ LCPBreakdown: found }: InsightSet['model']): Pick<Insights, 'lcp'> => {
    if (found?.lcpMs === undefined) return {};
    const parts = Object.values(found.subparts ?? {}).map(({ label, range }): [string, number] => [
      wordsOf(label),
      range / 1_000,
    ]);
    const element = found.lcpEvent?.args.data?.nodeName;
    return { lcp: { time: found.lcpMs, element, resource: found.lcpRequest?.args.data.url, parts } };
  };
  const documentOf = ({ DocumentLatency: found }: InsightSet['model']): Pick<Insights, 'document'> => {
    if (!found?.data) return {};
    const { serverResponseTime: response, redirectDuration: redirects, uncompressedResponseBytes } = found.data;
    return { document: { response, redirects, uncompressed: uncompressedResponseBytes } };
  };
  const shiftsOf = ({ CLSCulprits: found }: InsightSet['model']): Pick<Insights, 'shifts'> => {
    if (!found?.worstCluster) return {};
    const culprits = found.topCulpritsByCluster.get(found.worstCluster) ?? [];
    const named = culprits.map(({ description, url }) => [wordsOf(description), url].filter(Boolean).join(' '));
    return { shifts: { score: found.worstCluster.clusterCumulativeScore, culprits: named } };
  };
  const interactionOf = ({ INPBreakdown: found }: InsightSet['model']): Pick<Insights, 'interaction'> => {
    const longest = found?.longestInteractionEvent;
    if (!longest) return {};
    const { type, dur, inputDelay, mainThreadHandling, presentationDelay } = longest;
    const [time, delay, processing, presentation] = [dur, inputDelay, mainThreadHandling, presentationDelay].map(
      (microseconds) => microseconds / 1_000,
    ) as [number, number, number, number];
    return { interaction: { type, time, delay, processing, presentation } };
  };
  const blockingOf = ({ RenderBlocking: found }: InsightSet['model']): Insights['blocking'] =>
    (found?.renderBlockingRequests ?? []).map(({ args: { data }, dur }) => ({
      url: data.url,
      time: dur / 1_000,
      wasted: found?.requestIdToWastedMs?.get(data.requestId),
    }));
  const urlsIn = (details: Record<string, unknown>): string[] => {
    const items = Object.values(details).flatMap((value): unknown[] => (Array.isArray(value) ? value : []));
    const urls = (items as (Partial<Request> & { request?: Request })[]).map(
      (item) => (item?.request ?? item)?.args?.data?.url,
    );
    return [...new Set(urls)].filter((url) => typeof url === 'string');
  };
  const othersOf = (model: Record<string, Model>): Insights['others'] =>
    Object.values(model)
      .filter(({ insightKey, state }) => state === 'fail' && !SHOWN.has(insightKey))
      .map(({ title, metricSavings = {}, wastedBytes = 0, relatedEvents: _, ...details }) => ({
        title: wordsOf(title),
        milliseconds: Math.max(0, metricSavings.FCP ?? 0, metricSavings.LCP ?? 0, metricSavings.INP ?? 0),
        bytes: wastedBytes,
        urls: urlsIn(details),
      }));

  const { TraceModel } = (await load(engine)) as Engine;
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse((JSON.parse(readFile(trace)) as { traceEvents: unknown[] }).traceEvents);
  const sets = [...(model.parsedTrace()?.insights?.values() ?? [])];
  send(
    sets.map(({ url, model: found }) => ({
      url: url.href,
      ...lcpOf(found),
      ...documentOf(found),
      blocking: blockingOf(found),
      ...shiftsOf(found),
      ...interactionOf(found),
      others: othersOf(found),
    })),
  );
}
