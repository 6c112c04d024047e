import { Dialog } from './dialog.tsx';

export function PictureDialog({ title, address, onClose }: { title: string; address: string; onClose(): void }) {
  return (
    <Dialog title={title} className="picture" onClose={onClose}>
      <img src={address} alt={`${title} at full size`} />
    </Dialog>
  );
}
