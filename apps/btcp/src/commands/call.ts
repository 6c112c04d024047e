import { findServer } from '../client/find-server.js';
import { callRemoteTool } from '../client/server-client.js';
import { type Settings, usageError } from '../settings/settings.js';

export async function helpOn([name]: string[]): Promise<string | undefined> {
  return name === undefined ? undefined : (await import('./tool-help.js')).toolHelp(name);
}

export async function run(settings: Settings, [name, input = '{}']: string[]): Promise<number> {
  if (name === undefined)
    throw usageError('No tool was named.', 'For example: btcp call browser_navigate \'{"url":"example.com"}\'');
  if (!isJsonObject(input))
    throw usageError(`The arguments are no JSON object: ${input}`, `btcp call ${name} --help tells what it takes.`);
  const server = await findServer(settings);
  const result = await callRemoteTool(server, settings.session ?? 'default', name, input);
  console.log(settings.json ? JSON.stringify(result) : result.text);
  return 0;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
