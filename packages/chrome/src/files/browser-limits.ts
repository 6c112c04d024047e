import type { HostScope } from '../policy/network-policy.js';
import type { PermitDownload } from './download-quota.js';

/** What some browsers of an engine may not do. */
export interface BrowserLimits {
  /** The only hosts that they may reach. */
  hosts?: HostScope | undefined;
  download?: PermitDownload | undefined;
}
