import type { Broker } from '@btcp/broker';
import {
  aliases,
  callableTools,
  catalogue,
  chooseTools,
  pageTools,
  type Tool,
  type ToolChoice,
  type ToolSet,
} from '@btcp/tools';
import type { MemberTools } from '../team/member-doors.js';
import { type ModelTools, type ModelToolsOptions, toolsForModels } from './tools-for-models.js';

interface DoorOptions extends ModelToolsOptions {
  tools: ToolChoice;
  allowedOrigins: readonly string[];
}

export interface DoorTools {
  tools: ToolSet;
  listed: ToolSet;
  forModels: ModelTools;
  choice: ToolChoice;
  forPages: ToolSet;
  /** For holders of a named token; with fewer tools where it is limited to some. */
  forMembers: (only?: ReadonlySet<string>) => MemberTools;
  /** What models of the workspace's agents are shown. */
  ofAgents: string[];
  /** What an agent of the workspace may be given in its settings. */
  forAgents: string[];
}

function memberTools(
  choice: ToolChoice & { from: readonly Tool[] },
  options: ModelToolsOptions,
  only?: ReadonlySet<string>,
): MemberTools {
  const { set, allow, deny, from } = choice;
  const isLimit = set !== undefined && set !== 'full';
  const outside = from.filter(({ name, aliasOf }) => only && aliasOf === undefined && !only.has(name));
  const left = {
    ...choice,
    allow: isLimit || !only ? allow : [...(allow ?? []), ...only],
    deny: [...(deny ?? []), ...outside.map(({ name }) => name)],
  };
  return {
    overHttp: { tools: callableTools(left), listed: chooseTools({ ...left, set: set ?? 'full' }) },
    overMcp: toolsForModels(left, options),
  };
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
  const withoutPages = (chosen: ToolSet) => [...chosen.keys()].filter((name) => !pageToolNames.includes(name));
  const ofMembers = { set, allow, deny: [...(deny ?? []), ...pageToolNames], from };
  return {
    tools: callableTools({ set, deny, from }),
    listed: chooseTools({ set: set ?? 'full', allow, deny, from }),
    forModels: toolsForModels(choice, options),
    choice,
    forPages: toolsForModels({ set, allow: [...allow, ...pageToolNames], deny, from }, { timeout }).tools,
    forMembers: (only) => memberTools(ofMembers, options, only),
    ofAgents: withoutPages(chooseTools({ set, allow, deny, from })),
    forAgents: withoutPages(chooseTools({ set: set ?? 'full', allow, deny, from })),
  };
}
