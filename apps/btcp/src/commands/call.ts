import { findServer } from '../client/find-server.js';
import { callRemoteTool } from '../client/server-client.js';
import { usageError } from '../settings.js';
import type { Command } from './command.js';
import { toolHelp } from './tool-help.js';

export const callCommand: Command = {
  name: 'call',
  words: "NAME ['JSON']",
  help: 'Call a tool on the running server, or on one started for it; NAME --help tells its arguments',
  settings: ['session', 'url', 'token', 'linger', 'json'],

  helpOn: ([name]) => (name === undefined ? undefined : toolHelp(name)),

  async run(settings, [name, input = '{}', ...more]) {
    if (name === undefined)
      throw usageError('No tool was named.', 'For example: btcp call browser_navigate \'{"url":"example.com"}\'');
    if (more.length > 0)
      throw usageError(`There is more than one argument: ${more.join(' ')}`, 'Quote the JSON as one word.');
    const server = await findServer(settings);
    const result = await callRemoteTool(server, settings.session ?? 'default', name, input);
    console.log(settings.json ? JSON.stringify(result) : result.text);
    return 0;
  },
};
