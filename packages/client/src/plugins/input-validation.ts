import { RpcError } from '@btcp/protocol';
import type { Plugin } from '../contract/plugin.js';
import { checkSchema } from '../schema/check-schema.js';
import { validate } from '../schema/validate.js';

/** Validates the input of tools against their schema. */
export function inputValidation(): Plugin {
  return {
    honours: ['inputSchema'],
    check({ inputSchema = true }) {
      checkSchema(inputSchema, inputSchema);
    },
    before({ inputSchema = true }, params) {
      const problem = validate(params, inputSchema);
      if (problem) throw new RpcError('INVALID_PARAMS', problem.reason, { ...problem });
      return params;
    },
  };
}
