export function shownText(text: string, style: CSSStyleDeclaration | undefined): string {
  switch (style?.textTransform) {
    case 'uppercase':
      return text.toLocaleUpperCase();
    case 'lowercase':
      return text.toLocaleLowerCase();
    case 'capitalize':
      return text.replace(
        /(^|[\s\-_("'“‘[{])(\p{L})/gu,
        (_, before: string, letter: string) => before + letter.toLocaleUpperCase(),
      );
    default:
      return text;
  }
}
