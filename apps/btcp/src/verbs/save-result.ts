import { BtcpError, fileIn, type ToolResult } from '@btcp/tools';
import type { VerbContext } from './run-verb.js';
import type { Verb } from './verb.js';

interface Download {
  name: string;
  failure?: string;
}

interface Effects {
  effects?: { downloads?: Download[] };
}

export async function saveResult(
  verb: Verb,
  result: ToolResult,
  path: string,
  context: VerbContext,
): Promise<ToolResult> {
  const kept = keptFile(result);
  if (kept === undefined) throw noFile(result);
  await context.files.write(path, await context.readKept(kept)).catch((cause) => {
    throw new BtcpError('not_found', `${path} cannot be written: ${cause.message}.`, {
      hint: 'Name a file in a folder that exists.',
      cause,
    });
  });
  const data = { ...(result.data as object), file: path };
  return { ...result, data, text: verb.printsPath ? path : result.text };
}

function keptFile({ data }: ToolResult): string | undefined {
  const file = fileIn(data);
  if (file === null) {
    throw new BtcpError('unsupported', 'The server keeps no files.', { hint: 'Start it with --output-dir.' });
  }
  return file;
}

function noFile({ data, text }: ToolResult): BtcpError {
  const [download] = (data as Effects).effects?.downloads ?? [];
  if (download) {
    return new BtcpError('timeout', `The download of ${download.name} has not finished.`, {
      hint: `${download.failure ?? 'It goes on'}. The result of a later action names the file once it is complete.`,
    });
  }
  return new BtcpError('not_found', `Nothing was downloaded. ${text}`, {
    hint: 'btcp snapshot shows the page: the download may need another click.',
  });
}
