type Input = HTMLInputElement | HTMLSelectElement;

const READ: Record<string, (input: Input) => unknown> = {
  array: ({ value }) => value.split(',').map((part) => part.trim()),
  json: readJson,
  time: ({ value }) => (/^\d+$/.test(value) ? Number(value) : value),
  boolean: isChecked,
  integer: ({ value }) => Number(value),
  number: ({ value }) => Number(value),
};

/** Empty fields are left out, so that defaults apply. */
export function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const inputs = [...form.querySelectorAll<Input>('[data-kind]')].filter(isSet);
  return Object.fromEntries(
    inputs.map((input) => [input.name, READ[input.dataset.kind ?? '']?.(input) ?? input.value]),
  );
}

function readJson({ name, value }: Input): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`${name} is not JSON: write lists as [ ] and objects as { "name": "value" }.`);
  }
}

function isSet(input: Input): boolean {
  return input.dataset.kind === 'boolean' ? isChecked(input) || input.dataset.sent === 'true' : input.value !== '';
}

function isChecked(input: Input): boolean {
  return input instanceof HTMLInputElement && input.checked;
}
