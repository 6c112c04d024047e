import type { SessionFile } from '../../../src/contract/types.ts';
import { bytes } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';

interface AttachedFileProps {
  file: Pick<SessionFile, 'label' | 'size'>;
  onRemove?: () => void;
}

export function AttachedFile({ file, onRemove }: AttachedFileProps) {
  return (
    <span className="attached">
      <Icon name="page" />
      <span className="label">{file.label}</span>
      <span className="muted">{bytes(file.size)}</span>
      {onRemove && <IconButton icon="close" label={`Remove ${file.label}`} onClick={onRemove} />}
    </span>
  );
}
