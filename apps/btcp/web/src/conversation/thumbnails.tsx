import { useState } from 'react';
import { PictureDialog } from '../files/picture-dialog.tsx';
import { ServerPicture } from '../files/server-picture.tsx';

export function Thumbnails({ images }: { images: readonly string[] }) {
  const [shown, setShown] = useState<string | null>(null);
  if (images.length === 0) return null;
  return (
    <div className="thumbnails">
      {images.map((image) => (
        <button key={image} type="button" aria-label="Show the screenshot" onClick={() => setShown(image)}>
          <ServerPicture address={image} alt="Screenshot" />
        </button>
      ))}
      {shown && <PictureDialog title="Screenshot" address={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
