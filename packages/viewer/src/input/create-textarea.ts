/**
 * The field that has the focus in place of the page: only a text field gets input methods, phones' keyboards and paste.
 * It is not seen, and reached through the canvas.
 */
export function createTextarea(): HTMLTextAreaElement {
  const textarea = document.createElement('textarea');
  const attributes = {
    'aria-label': 'Keys go to the browser page',
    autocapitalize: 'off',
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    tabindex: '-1',
    // Password managers are kept from offering to fill it: each has its own word for that.
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
