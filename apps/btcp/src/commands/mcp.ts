import { SETTINGS, type SettingName, type Settings, type Sources } from '../settings/settings.js';
import { commandLine } from '../system/own-command.js';
import type { Command } from './command.js';
import { mcpConfig } from './mcp-config.js';

export async function run(
  { 'print-config': client, json, ...settings }: Settings,
  _words: string[],
  _commands: readonly Command[],
  sources: Sources,
): Promise<number> {
  if (client !== undefined) return printConfig(client, settings, json);
  if (process.stdin.isTTY) {
    console.error(
      `Waiting for an MCP client on standard input; Ctrl-C ends it. For clients: ${commandLine('mcp --print-config claude')}`,
    );
  }
  if (!settings.standalone) {
    const { joinServer } = await import('./mcp-joined.js');
    if (await joinServer(settings, sources)) return 0;
  }
  return (await import('./mcp-standalone.js')).run(settings);
}

function printConfig(client: string, settings: Settings, json = false): number {
  const flags = Object.entries(settings).flatMap(([name, value]) =>
    SETTINGS[name as SettingName].kind === 'switch' ? (value ? [`--${name}`] : []) : [`--${name}`, String(value)],
  );
  const { place, snippet } = mcpConfig(client, flags);
  if (json) console.log(JSON.stringify({ success: true, client, place, snippet }));
  else {
    console.error(`For ${place}:`);
    console.log(snippet);
  }
  return 0;
}
