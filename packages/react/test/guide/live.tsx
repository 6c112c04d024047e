import { BrowserPreview } from '@btcp/react/preview';

export function Live({ url, fetchToken }: { url: string; fetchToken: () => Promise<string> }) {
  return <BrowserPreview url={url} token={fetchToken} defaultView="expanded" theme="light" style={{ maxWidth: 960 }} />;
}
