export { BtcpError, type ErrorData, isErrorCode } from './btcp-error.js';
export { ERROR_CODES, type ErrorCode } from './error-codes.js';
export {
  DEFAULT_SNAPSHOT_SIZE,
  type Inspection,
  type RefInfo,
  type Snapshot,
  type SnapshotOptions,
} from './snapshot.js';
