/** Puts text on the person's clipboard; a page without a secure address has only the old way. */
export async function writeClipboard(text: string, textarea: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const put = (event: ClipboardEvent) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    };
    textarea.addEventListener('copy', put);
    textarea.select();
    document.execCommand('copy');
    textarea.removeEventListener('copy', put);
  }
}
