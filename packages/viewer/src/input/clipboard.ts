/** Pages without HTTPS need the `copy` event. */
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
