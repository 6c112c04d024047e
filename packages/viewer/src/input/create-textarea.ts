/** Only a text field gets input methods, phone keyboards and paste, so a hidden one has the focus. */
export function createTextarea(): HTMLTextAreaElement {
  const textarea = document.createElement('textarea');
  const attributes = {
    'aria-label': 'Keys go to the browser page',
    autocapitalize: 'off',
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    tabindex: '-1',
    // Keep password managers from filling it.
    'data-1p-ignore': '',
    'data-bwignore': '',
    'data-form-type': 'other',
    'data-lpignore': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) textarea.setAttribute(name, value);
  Object.assign(textarea.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    padding: '0',
    border: '0',
    opacity: '0',
    outline: 'none',
    resize: 'none',
    overflow: 'hidden',
    pointerEvents: 'none',
    // A phone zooms in on fields with smaller text.
    fontSize: '16px',
  });
  return textarea;
}
