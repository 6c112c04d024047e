import type { ClientCertificates } from './certificates/client-certificates.js';
import type { Dialer } from './dial.js';
import type { NetworkPolicy } from './network-policy.js';
import type { Upstream } from './upstream.js';

export interface WayOut {
  policy: NetworkPolicy;
  dialer: Dialer;
  upstream: Upstream | undefined;
  certificates: ClientCertificates | undefined;
  ignoresTlsErrors: boolean;
}
