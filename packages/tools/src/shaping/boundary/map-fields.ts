/**
 * The object with what `change` makes of each field. It is copied only where a field becomes another: of the thousands
 * of refs of a long page hardly any does, and to copy them takes longer than to look at them.
 */
export function mapFields(object: object, change: (value: unknown, name: string) => unknown): object {
  const fields = object as Record<string, unknown>;
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(fields)) {
    const value = change(fields[name], name);
    if (value === fields[name]) continue;
    changed ??= { ...fields };
    changed[name] = value;
  }
  return changed ?? object;
}
