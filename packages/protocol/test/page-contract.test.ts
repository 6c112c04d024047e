import {
  type AnswerTo,
  checkArguments,
  labelOf,
  PAGE_COMMANDS,
  type PageCommand,
  parseRef,
  renderChanges,
} from '@btcp/protocol';
import { describe, expect, expectTypeOf, it } from 'vitest';

describe('the page contract', () => {
  it.each(Object.entries(PAGE_COMMANDS))('%s takes its own examples', (action, { parameters, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(checkArguments(action, parameters, { ...example })).toEqual(example);
  });

  it('names an unknown parameter and lists the known ones', () => {
    const { parameters } = PAGE_COMMANDS.getAttribute;
    const check = () => checkArguments('getAttribute', parameters, { selector: '@e1', attribut: 'href' });
    expect(check).toThrowError(
      expect.objectContaining({ code: 'invalid_input', message: 'getAttribute has no argument "attribut".' }),
    );
  });

  it('types commands and their answers', () => {
    expectTypeOf<PageCommand<'getText'>>().toMatchObjectType<{ action: 'getText'; selector: string }>();
    expectTypeOf<AnswerTo<'isVisible'>>().toMatchObjectType<{ visible: boolean }>();
    // @ts-expect-error A fill needs a value.
    const incomplete: PageCommand<'fill'> = { action: 'fill', selector: '@e1' };
    expect(() => checkArguments('fill', PAGE_COMMANDS.fill.parameters, { selector: incomplete.selector })).toThrow(
      'The argument "value" of fill is missing.',
    );
  });
});

describe('refs', () => {
  it.each(['@f2e3', 'f2e3', 'ref=f2e3', '[ref=f2e3]', ' @f2e3 '])('reads %j', (text) => {
    expect(parseRef(text)).toEqual({ ref: 'f2e3', prefix: 'f2', document: 0, number: 3 });
  });

  it.each(['e0', 'e', '#e3', 'f2', 'button'])('takes %j for a selector', (text) => {
    expect(parseRef(text)).toBeUndefined();
  });
});

describe('labels and changes', () => {
  it('renders role and name, and cuts a long name', () => {
    expect(labelOf({ role: 'button', name: 'Save "all"' })).toBe('button "Save \\"all\\""');
    expect(labelOf({ role: '<div id="x">', name: '' })).toBe('<div id="x">');
    expect(labelOf({ role: 'link', name: 'a'.repeat(81) })).toBe(`link "${'a'.repeat(80)}…"`);
  });

  it('puts the iframe before the changes inside it', () => {
    const main = { kind: 'lines', text: '+ - a', frames: [] } as const;
    const inner = { kind: 'page', frame: '@e4', text: '- b', frames: [] } as const;
    expect(
      renderChanges([
        { ...main, frames: [] },
        { ...inner, frames: [] },
      ]),
    ).toBe('+ - a\nIn the iframe @e4:\n- b');
    expect(renderChanges([])).toBe('');
  });
});
