import { z } from 'zod';

const MAX_ENTRIES = 100_000;

const harFile = z.object({
  log: z.object({
    entries: z
      .array(
        z.object({
          request: z.object({ method: z.string(), url: z.string() }),
          response: z.object({
            status: z.number(),
            headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
            content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).default({}),
          }),
        }),
      )
      .max(MAX_ENTRIES),
  }),
});

/** A request of a HAR file, with what is needed to answer it again. */
export type RecordedRequest = z.output<typeof harFile>['log']['entries'][number];

/** Reads the requests of a HAR file; undefined where it is none. */
export function readHar(text: string): RecordedRequest[] | undefined {
  try {
    return harFile.parse(JSON.parse(text)).log.entries;
  } catch {
    return undefined;
  }
}
