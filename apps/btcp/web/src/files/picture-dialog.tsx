import { Dialog } from '../parts/dialog.tsx';
import { ServerPicture } from './server-picture.tsx';

export function PictureDialog({ title, address, onClose }: { title: string; address: string; onClose(): void }) {
  return (
    <Dialog title={title} className="picture" onClose={onClose}>
      <ServerPicture address={address} alt={`${title} at full size`} />
    </Dialog>
  );
}
