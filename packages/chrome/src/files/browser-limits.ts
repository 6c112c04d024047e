import type { HostScope } from '../policy/network-policy.js';
import type { PermitDownload } from './download-quota.js';

/** What some browsers of an engine may not do. */
export interface BrowserLimits {
  hosts?: HostScope | undefined;
  download?: PermitDownload | undefined;
}
