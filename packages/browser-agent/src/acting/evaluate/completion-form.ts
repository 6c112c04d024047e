/** Rewrites code so that it returns the value a developer console would show; `parses` checks syntax only. */
export function completionForm(code: string, parses: (code: string) => boolean): string {
  const trimmed = code.trim().replace(/;+$/, '');
  if (/^\{[\s\S]*\}$/.test(trimmed) && parses(`(${trimmed}\n)`)) return `(${trimmed}\n)`;
  if (isFunctionText(trimmed) && parses(`(${trimmed}\n)`)) return `(${trimmed}\n)()`;
  if (parses(code)) return code;
  if (parses(asyncFunction(`return (${trimmed}\n)`))) return asyncFunction(`return (${trimmed}\n)`);
  if (!parses(asyncFunction(code))) return code;
  return withLastValue(trimmed, parses) ?? asyncFunction(code);
}

function isFunctionText(code: string): boolean {
  return /^(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/.test(code) && !/^async\s*\(\s*\)\s*$/.test(code);
}

function asyncFunction(body: string): string {
  return `(async () => {${body}\n})()`;
}

function withLastValue(code: string, parses: (code: string) => boolean): string | undefined {
  for (let index = code.length - 1; index > 0; index--) {
    if (!';\n}'.includes(code.charAt(index))) continue;
    const head = code.slice(0, index + 1);
    const tail = code.slice(index + 1).trim();
    // Such a line continues the previous line, unless that line was ended on purpose.
    if (tail === '' || (code.charAt(index) === '\n' && !/[;}]\s*$/.test(head) && /^[([`/+\-.,*]/.test(tail))) continue;
    if (/^(?:return|throw)\b/.test(tail)) return undefined;
    const form = asyncFunction(`${head}\nreturn (${tail}\n)`);
    if (parses(form)) return form;
  }
  return undefined;
}
