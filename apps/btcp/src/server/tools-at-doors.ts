import type { Broker } from '@btcp/broker';
import { aliases, callableTools, catalogue, chooseTools, pageTools, type ToolChoice, type ToolSet } from '@btcp/tools';
import { type ModelTools, type ModelToolsOptions, toolsForModels } from './tools-for-models.js';

interface DoorOptions extends ModelToolsOptions {
  tools: ToolChoice;
  allowedOrigins: readonly string[];
}

/** Which tools each way into the server offers. */
interface DoorTools {
  /** Over HTTP and for commands. */
  tools: ToolSet;
  listed: ToolSet;
  forModels: ModelTools;
  /** How the tools for models are chosen. */
  choice: ToolChoice;
  /** At `/mcp/page`. */
  forPages: ToolSet;
  /** Over HTTP, for holders of a named token. */
  ofMembers: ToolSet;
  /** At `/mcp`, for holders of a named token. */
  forMembers: ModelTools;
  /** The names that agents of the workspace may be given. */
  ofAgents: string[];
}

export function chooseForDoors(broker: Broker, options: DoorOptions): DoorTools {
  const { timeout, allowedOrigins } = options;
  const ofPages = pageTools(broker);
  const from = [...catalogue, ...ofPages, ...aliases];
  const { set, allow = [], deny } = options.tools;
  const pageToolNames = ofPages.map(({ name }) => name);
  const connected = allowedOrigins.length > 0 ? pageToolNames : [];
  const choice = { set, allow: [...allow, ...connected], deny, from };
  // Connected pages belong to the person who runs the server.
  const withoutPages = { set, allow, deny: [...(deny ?? []), ...pageToolNames], from };
  return {
    tools: callableTools({ set, deny, from }),
    listed: chooseTools({ set: set ?? 'full', allow, deny, from }),
    forModels: toolsForModels(choice, options),
    choice,
    forPages: toolsForModels({ set, allow: [...allow, ...pageToolNames], deny, from }, { timeout }).tools,
    ofMembers: callableTools(withoutPages),
    forMembers: toolsForModels(withoutPages, options),
    ofAgents: [...chooseTools({ set, allow, deny, from }).keys()].filter((name) => !pageToolNames.includes(name)),
  };
}
