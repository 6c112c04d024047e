export { type AccessOptions, accessGuard } from './access-guard.js';
export { createHost, errorResponse, type HostOptions, nothingHere } from './create-host.js';
