import type { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import type { Tool } from '../tools/definition/tool.js';
import type { ToolSet } from './tool-set.js';
import { chooseTools, TOOL_SETS } from './tool-sets.js';

const FULL = 'full';

/** The canonical names of the tools that a scope names: by tool, by group such as `seeing`, or by set such as `safe`. */
export function toolsInScope(scope: readonly string[]): ReadonlySet<string> {
  const isSet = (name: string) => name === FULL || Object.hasOwn(TOOL_SETS, name);
  const sets = scope.filter(isSet).map((set) => chooseTools({ set }));
  const named = chooseTools({ set: scope.filter((name) => !isSet(name)) });
  return new Set([...sets, named].flatMap((tools) => [...tools.values()].map(({ name, aliasOf }) => aliasOf ?? name)));
}

/** The same tools; a call of one that only `wider` has fails with the error of `refuse` instead of as unknown. */
export function refuseOthers(tools: ToolSet, wider: ToolSet, refuse: (name: string) => BtcpError): ToolSet {
  return new NarrowedTools(tools, wider, refuse);
}

// The tools that are left out are found by name, and neither listed nor offered.
class NarrowedTools extends Map<string, Tool> {
  readonly #wider: ToolSet;
  readonly #refuse: (name: string) => BtcpError;

  constructor(tools: ToolSet, wider: ToolSet, refuse: (name: string) => BtcpError) {
    super(tools);
    this.#wider = wider;
    this.#refuse = refuse;
  }

  override get(name: string): Tool | undefined {
    const left = super.get(name);
    const other = left ? undefined : this.#wider.get(name);
    return other ? this.#refusing(other) : left;
  }

  #refusing(tool: Tool): Tool {
    return {
      ...tool,
      isForPerson: false,
      input: z.looseObject({}),
      forward: () => {
        throw this.#refuse(tool.name);
      },
    };
  }
}
