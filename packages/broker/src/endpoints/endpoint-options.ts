import type { AccessRules } from '@btcp/access';
import type { Directory } from '../clients/directory.js';
import type { Limits } from '../clients/limits.js';
import type { Principal } from '../clients/principal.js';
import type { RequestHandler } from '../requests/request-handler.js';

export interface EndpointOptions {
  directory: Directory;
  requests: RequestHandler;
  limits: Limits;
  rules: AccessRules<Principal>;
}
