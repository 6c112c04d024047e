import { z } from 'zod';
import { overflowOutput, shortOrFile } from '../../shaping/spill.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const headers = z.record(z.string(), z.string());

export const browserNetworkRequest = defineTool({
  name: 'browser_network_request',
  title: 'Read one request',
  description:
    'Read one request by its id: headers, timing and bodies. Credentials are masked, long bodies go to a file.',
  group: 'network',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ id: z.int().min(1).describe('From browser_network_requests') }),
  output: z.object({
    url: z.string(),
    method: z.string(),
    status: z.number().optional(),
    failure: z.string().optional(),
    protocol: z.string().optional(),
    requestHeaders: headers,
    responseHeaders: headers,
    timing: z.record(z.string(), z.number()).describe('Milliseconds of each phase'),
    requestBody: z.string().optional(),
    responseBody: z.string().describe('The body, or where its file is, or why there is none'),
    ...overflowOutput,
  }),
  examples: [],

  async run({ id }, context) {
    const { session } = await context.browser();
    const details = await able(session, 'networkRequest')(id, context);
    const { entry, protocol, requestHeaders, responseHeaders, timing, requestBody, responseBody } = details;
    const { url, method, status, failure } = entry;
    const body = await bodyOf(responseBody);
    return {
      url,
      method,
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { failure }),
      ...(protocol === undefined ? {} : { protocol }),
      requestHeaders,
      responseHeaders,
      timing,
      ...(requestBody === undefined
        ? {}
        : { requestBody: (await shortOrFile(context, 'request.txt', requestBody)).text }),
      ...body,
    };

    async function bodyOf(body: typeof responseBody) {
      if ('problem' in body) return { responseBody: body.problem, file: null };
      if ('text' in body) {
        const { text, ...overflow } = await shortOrFile(context, 'response.txt', body.text);
        return { responseBody: text, ...overflow };
      }
      context.addFile({ path: body.file, name: 'response', mimeType: 'application/octet-stream', size: body.size });
      return { responseBody: `The body has ${body.size} bytes and is in ${body.file}.`, file: body.file };
    }
  },

  summarize: ({ url, method, status, failure, protocol, timing, overflow, ...details }) => {
    const { requestHeaders, responseHeaders, requestBody, responseBody } = details;
    const phases = Object.entries(timing).map(([phase, time]) => `${phase} ${time} ms`);
    return [
      `${method} ${url} => ${failure ? `FAILED ${failure}` : (status ?? 'pending')}${protocol ? ` (${protocol})` : ''}`,
      phases.length > 0 ? `Timing: ${phases.join(', ')}` : '',
      'Request headers:',
      ...list(requestHeaders),
      requestBody === undefined ? '' : `Request body: ${requestBody}`,
      'Response headers:',
      ...list(responseHeaders),
      `Response body: ${responseBody}`,
      overflow ?? '',
    ]
      .filter((line) => line !== '')
      .join('\n');
  },
});

function list(headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
}
