export { type AccessOptions, accessGuard } from './access-guard.js';
export { createHost, errorResponse, type HostOptions } from './create-host.js';
