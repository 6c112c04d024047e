import { useFile } from './use-file.ts';

export function ServerPicture({ address, alt }: { address: string; alt: string }) {
  const shown = useFile(address);
  return <img src={shown} alt={alt} />;
}
