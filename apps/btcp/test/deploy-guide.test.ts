import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../../scripts/proxies.mjs';
import { GUIDE, guideBlocks } from './deploy/proxies.ts';
import { MAIN } from './run-btcp.ts';

const [unit = ''] = guideBlocks('ini');

test('the unit of systemd is a valid one, and runs as a user with a sandbox for Chrome', () => {
  expect(unit).toMatch(/^User=(?!root)/m);
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
  // Chrome's sandbox is made of namespaces.
  expect(unit).not.toMatch(/^(?:RestrictNamespaces|SystemCallFilter)=/m);
  const program = findProgram('systemd-analyze');
  if (program === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'btcp-unit-'));
  const file = join(folder, 'btcp.service');
  const here = unit.replace('/usr/bin/node', process.execPath).replace('/opt/btcp/apps/btcp/bin/btcp.js', MAIN);
  writeFileSync(file, here);
  const { status, stderr } = spawnSync(program, ['verify', '--man=no', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // Other units of the machine are read as well, and are none of our business.
  const complaints = stderr.split('\n').filter((line) => line.includes('btcp.service'));
  expect({ complaints, isGood: status === 0 || complaints.length === 0 }).toEqual({ complaints: [], isGood: true });
});

test('the container has no root, no capabilities, a filter of system calls and a health check', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const [compose, dockerfile] = [read('compose.yaml'), read('Dockerfile')];
  expect(dockerfile).toMatch(/^USER btcp$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toMatch(/^VOLUME \["\/data"/m);
  expect(compose).toContain('cap_drop: [ALL]');
  expect(compose).toContain('seccomp=./seccomp.json');
  expect(compose).not.toMatch(/unconfined|privileged: true|user: root/);
  // Caddy alone is reachable, and on loopback unless somebody chooses otherwise.
  expect(compose.match(/^ +ports:/gm)).toHaveLength(1);
  expect(compose).toContain('LISTEN_ADDRESS:-127.0.0.1');
  const variables = [...compose.matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name);
  for (const name of variables) expect(GUIDE).toContain(`\`${name}\``);
});

test('the samples of a fleet have no privileged container, one way in, and every variable in the guide', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const [compose, kubernetes] = [read('deploy/fleet/compose.yaml'), read('deploy/kubernetes/fleet.yaml')];
  const guide = read('docs/guides/fleet.md');
  for (const text of [compose, kubernetes])
    expect(text).not.toMatch(/unconfined|privileged: true|hostNetwork|SYS_ADMIN/);
  expect(compose.match(/^ +ports:/gm)).toHaveLength(1);
  expect(compose).toContain('LISTEN_ADDRESS:-127.0.0.1');
  for (const [, name = ''] of compose.matchAll(/\$\{(\w+):-/g)) expect(guide).toContain(`\`${name}\``);
  const containers = kubernetes.match(/^ +- name: btcp$/gm) ?? [];
  expect(containers).toHaveLength(2);
  for (const part of ['readinessProbe:', 'livenessProbe:', 'allowPrivilegeEscalation: false', 'runAsNonRoot: true'])
    expect(kubernetes.split(part)).toHaveLength(1 + containers.length);
  expect(kubernetes.match(/kind: PodDisruptionBudget/g)).toHaveLength(2);
  const [, metric = ''] = /query: max\((\w+)\)/.exec(kubernetes) ?? [];
  expect(guide).toContain(`\`${metric}\``);
});
