import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Rest = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'>;

export function IconButton({ icon, label, className = '', ...rest }: Rest & { icon: IconName; label: string }) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
