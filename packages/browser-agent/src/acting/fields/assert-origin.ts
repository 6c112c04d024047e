import { BtcpError } from '@btcp/protocol';
import { describe } from '../../reading/aria/describe.js';

export function assertOrigin(element: Element, origin: string | undefined): void {
  const actual = element.ownerDocument.defaultView?.origin;
  if (origin === undefined || actual === origin) return;
  throw new BtcpError(
    'denied',
    `The secret is for ${origin} only, and ${describe(element)} is in a document of ${actual ?? 'no origin'}.`,
    { hint: 'Go to the site that the secret belongs to, and type it there.' },
  );
}
