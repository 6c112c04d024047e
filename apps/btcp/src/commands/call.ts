import { findServer } from '../client/find-server.js';
import { callRemoteTool } from '../client/server-client.js';
import { type Settings, usageError } from '../settings.js';
import { toolHelp } from './tool-help.js';

export function helpOn([name]: string[]): string | undefined {
  return name === undefined ? undefined : toolHelp(name);
}

export async function run(settings: Settings, [name, input = '{}', ...more]: string[]): Promise<number> {
  if (name === undefined)
    throw usageError('No tool was named.', 'For example: btcp call browser_navigate \'{"url":"example.com"}\'');
  if (more.length > 0)
    throw usageError(`There is more than one argument: ${more.join(' ')}`, 'Quote the JSON as one word.');
  const server = await findServer(settings);
  const result = await callRemoteTool(server, settings.session ?? 'default', name, input);
  console.log(settings.json ? JSON.stringify(result) : result.text);
  return 0;
}
