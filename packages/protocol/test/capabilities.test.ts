import { covers } from '@btcp/protocol';
import { expect, test } from 'vitest';

test.each([
  ['dom:read', 'dom:read'],
  ['dom:write', 'dom:read'],
  ['dom', 'dom:read'],
  ['*', 'clipboard:write'],
  ['dom:*', 'dom:observe'],
  ['dom:interact', 'dom:write'],
  ['dom:write', 'dom:interact'],
  ['storage:read', 'storage:local:read'],
  ['storage:write', 'storage:session:read'],
  ['storage:local', 'storage:local:write'],
  ['storage:*:read', 'storage:indexed:read'],
  ['network:fetch', 'network:fetch:cross-origin'],
  ['network:fetch:cross-origin', 'network:fetch:same-origin'],
])('%s covers %s', (grant, needed) => {
  expect(covers(grant, needed)).toBe(true);
});

test.each([
  ['dom:read', 'dom:write'],
  ['dom:read', 'storage:read'],
  ['read', 'dom:read'],
  ['clipboard:write', 'clipboard:read'],
  ['storage:local:read', 'storage:read'],
  ['storage:local:write', 'storage:session:write'],
  ['storage:write', 'storage:cookie:read'],
  ['network:fetch:same-origin', 'network:fetch:cross-origin'],
  ['dom:read:extra', 'dom:read'],
  ['', 'dom:read'],
  ['dom', 'constructor'],
  ['constructor', 'dom:read'],
])('%s does not cover %s', (grant, needed) => {
  expect(covers(grant, needed)).toBe(false);
});
