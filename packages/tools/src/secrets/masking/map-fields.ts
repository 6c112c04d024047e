/** Copies only if a field differs, because copying thousands of refs is slow. */
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
