import type { Duplex } from 'node:stream';
import { type AccessOptions, type Admission, callAt } from '@btcp/host';

/** Ends the socket of a viewer when its link runs out, or the person signs out. */
export function holdViewer(socket: Duplex, { link, signIn }: Admission, { signIns }: AccessOptions): void {
  if (link)
    socket.once(
      'close',
      callAt(link.expires, () => socket.destroy()),
    );
  if (signIns && signIn !== undefined)
    socket.once(
      'close',
      signIns.subscribe(() => signIns.has(signIn) || socket.destroy()),
    );
}
