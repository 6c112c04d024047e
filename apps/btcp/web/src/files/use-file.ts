import { useEffect, useState } from 'react';
import { report } from '../state/notices.ts';
import { ownFetch } from '../state/sign-in.ts';

export function useFile(address: string): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isWanted = true;
    read(address).then((blob) => {
      if (!isWanted) return;
      made = URL.createObjectURL(blob);
      setShown(made);
    }, report);
    return () => {
      isWanted = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [address]);
  return shown;
}

async function read(address: string): Promise<Blob> {
  const response = await ownFetch(address);
  if (response.ok) return response.blob();
  throw new Error('The file cannot be read.');
}

// Long enough for a new tab to load it.
const SHOWN_MS = 60_000;

export async function downloadFile(address: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await read(address));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), SHOWN_MS);
}

/** As plain text: the new tab counts as a page of this server. */
export async function openText(address: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([await read(address)], { type: 'text/plain;charset=utf-8' }));
  window.open(url, '_blank', 'noopener,noreferrer');
  setTimeout(() => URL.revokeObjectURL(url), SHOWN_MS);
}
