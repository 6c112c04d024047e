export { MAX_BODY_BYTES, readBody } from './body.js';
export { type AccessRules, type Decision, decide, isServed, type Refusal, type ServedHosts } from './decide.js';
export { type CodeRecord, LinkCodes } from './link-codes.js';
export { RateLimit } from './rate-limit.js';
export { OwnRecords, type Records, type StoredRecord } from './records.js';
export { type AccessRequest, readRequest } from './request.js';
export { sameSecret } from './same-secret.js';
export { Turns } from './turns.js';
