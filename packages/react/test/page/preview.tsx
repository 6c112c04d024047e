import { BrowserPreview, type BrowserPreviewProps } from '@btcp/react/preview';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = createRoot(document.body.appendChild(document.createElement('main')));
const views: string[] = [];

// What the test has in its hands.
const page = {
  views,
  render(props: BrowserPreviewProps): void {
    root.render(
      <StrictMode>
        <BrowserPreview {...props} className="preview" onViewChange={(view) => views.push(view)} />
      </StrictMode>,
    );
  },
  /** What a person reads in it. */
  text(): string | undefined {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read.
    return (document.querySelector('.preview')?.shadowRoot?.firstElementChild as HTMLElement | undefined)?.innerText;
  },
};

export type PreviewPage = typeof page;

Object.assign(globalThis, { page });
