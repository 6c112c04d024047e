import { isObject } from '@btcp/protocol';
import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Plugin } from '../contract/plugin.js';

type Clean = (text: string) => string;

interface Page {
  DOMPurify?: { sanitize: Clean };
  trustedTypes?: { defaultPolicy?: { createHTML: Clean } | null };
}

/** Cleans strings for the DOM with the page's own sanitizer; a filter of ours would not be safe. */
export function sanitizing({ sanitizer = pageSanitizer() }: BTCPClientOptions): Plugin {
  return {
    honours: ['sanitize'],
    check({ name, sanitize }) {
      if (sanitize && !sanitizer)
        throw new TypeError(`${name}: sanitize needs DOMPurify, Trusted Types or a sanitizer`);
    },
    before({ sanitize }, params) {
      if (!sanitize || !sanitizer) return params;
      const wanted = (field: string) => sanitize === true || sanitize.includes(field);
      return Object.fromEntries(
        Object.entries(params).map(([field, value]) => [field, wanted(field) ? cleaned(value, sanitizer) : value]),
      );
    },
  };
}

function cleaned(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((child) => cleaned(child, clean));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cleaned(child, clean)]));
}

function pageSanitizer(): Clean | undefined {
  const { DOMPurify: purify, trustedTypes }: Page = Object(globalThis);
  if (purify) return (text) => purify.sanitize(text);
  const policy = trustedTypes?.defaultPolicy;
  return policy ? (text) => String(policy.createHTML(text)) : undefined;
}
