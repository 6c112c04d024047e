import type { Duplex } from 'node:stream';
import { type AccessOptions, type Admission, callAt, type LiveLinks } from '@btcp/host';

export function holdViewer(
  socket: Duplex,
  { link, signIn }: Admission,
  { access: { signIns }, links }: { access: AccessOptions; links: LiveLinks },
): void {
  const end = () => void socket.destroy();
  if (link) {
    socket.once('close', callAt(link.expires, end));
    socket.once(
      'close',
      links.onRevoked((id) => id === link.id && end()),
    );
  }
  if (signIns && signIn !== undefined)
    socket.once(
      'close',
      signIns.subscribe(() => signIns.hasEnded(signIn) && end()),
    );
}
