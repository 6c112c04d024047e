import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';

/** Pictures that the agent has taken: small, and large for who clicks. */
export function Thumbnails({ images }: { images: readonly string[] }) {
  const [shown, setShown] = useState<string | null>(null);
  if (images.length === 0) return null;
  return (
    <div className="thumbnails">
      {images.map((image) => (
        <button key={image} type="button" aria-label="Show the screenshot" onClick={() => setShown(image)}>
          <img src={image} alt="Screenshot" loading="lazy" />
        </button>
      ))}
      {shown && (
        <Dialog title="Screenshot" className="picture" onClose={() => setShown(null)}>
          <img src={shown} alt="Screenshot at full size" />
        </Dialog>
      )}
    </div>
  );
}
