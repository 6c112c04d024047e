import type { FieldSchema } from '../state/api.ts';

/** `data-kind` decides how the value is parsed. */
export function Field({ name, schema, isRequired }: { name: string; schema: FieldSchema; isRequired: boolean }) {
  const kind = kindOf(schema);
  const note = typeof schema.description === 'string' && <small className="muted">{schema.description}</small>;
  if (kind === 'boolean') {
    const isOn = schema.default === true;
    return (
      <label className="choice">
        <input type="checkbox" name={name} defaultChecked={isOn} data-kind={kind} data-sent={isRequired || isOn} />
        <span>
          {name} {note}
        </span>
      </label>
    );
  }
  if (Array.isArray(schema.enum)) {
    const isOpen = !isRequired && schema.default === undefined;
    return (
      <label>
        <span>
          {name} {note}
        </span>
        <select name={name} defaultValue={String(schema.default ?? '')} data-kind={kind}>
          {[...(isOpen ? [''] : []), ...schema.enum.map(String)].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label>
      <span>
        {name} {note}
      </span>
      <input
        name={name}
        required={isRequired}
        placeholder={exampleOf(kind, schema)}
        autoComplete="off"
        data-kind={kind}
      />
    </label>
  );
}

function kindOf({ type, items }: FieldSchema): string {
  if (type === 'object' || items?.type === 'object') return 'json';
  return Array.isArray(type) ? 'time' : (type ?? 'text');
}

function exampleOf(kind: string, schema: FieldSchema): string {
  if (schema.default !== undefined) return String(schema.default);
  if (kind === 'array') return 'one, two';
  if (kind !== 'json') return '';
  if (!schema.items) return '{ }';
  return `[{${Object.keys(schema.items?.properties ?? {}).map((key) => `"${key}": ""`)}}]`;
}
