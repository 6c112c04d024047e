export function actionName(tool: string): string {
  const words = tool.replace(/^browser_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function subjectOf(input: Readonly<Record<string, unknown>>): string {
  const first = input.url ?? input.message ?? input.selector ?? input.key ?? input.text;
  return typeof first === 'string' ? first : '';
}
