import { createClient } from '@btcp/client';
import { createClient as createCoreClient } from '@btcp/client/core';
import { expect, test } from 'vitest';

function resultOf(value: unknown) {
  const client = createClient({ serverUrl: 'http://localhost' });
  client.registerTool({ name: 'tool', description: 'Gives a value', handler: () => value });
  return client.callTool('tool');
}

const form = new FormData();
form.append('name', 'Ada');
form.append('tag', 'a');
form.append('tag', 'b');
form.append('file', new File(['abc'], 'notes.txt', { type: 'text/plain' }));

test.each<[string, unknown, unknown]>([
  ['a string', 'text', { content: [{ type: 'text', text: 'text' }] }],
  ['a word that could be base64', 'clicked', { content: [{ type: 'text', text: 'clicked' }] }],
  ['a data URL', 'data:image/png;base64,AAAA', { content: [{ type: 'text', text: 'data:image/png;base64,AAAA' }] }],
  ['JSON in a string', '{"a":1}', { content: [{ type: 'text', text: '{"a":1}' }] }],
  ['nothing', undefined, { content: [] }],
  ['null', null, { content: [{ type: 'text', text: 'null' }], structuredContent: null }],
  ['a number', 5, { content: [{ type: 'text', text: '5' }], structuredContent: 5 }],
  ['false', false, { content: [{ type: 'text', text: 'false' }], structuredContent: false }],
  ['an object', { a: [1] }, { content: [{ type: 'text', text: '{"a":[1]}' }], structuredContent: { a: [1] } }],
  ['an empty list', [], { content: [{ type: 'text', text: '[]' }], structuredContent: [] }],
  [
    'one content part',
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
  ],
  [
    'content parts',
    [
      { type: 'text', text: 'a' },
      { type: 'resource', uri: 'b:c' },
    ],
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'resource', uri: 'b:c' },
      ],
    },
  ],
  [
    'a whole result',
    { content: [{ type: 'text', text: 'a' }], isError: true },
    { content: [{ type: 'text', text: 'a' }], isError: true },
  ],
  ['what only looks like a part', { type: 'image' }, { structuredContent: { type: 'image' } }],
  ['a date', new Date(0), { content: [{ type: 'text', text: '1970-01-01T00:00:00.000Z' }] }],
  ['a map and a set', new Map<string, unknown>([['a', new Set([1, 2])]]), { structuredContent: { a: [1, 2] } }],
  ['a big number', { n: 2n ** 64n }, { structuredContent: { n: '18446744073709551616' } }],
  [
    'a form',
    form,
    { structuredContent: { name: 'Ada', tag: ['a', 'b'], file: { name: 'notes.txt', size: 3, type: 'text/plain' } } },
  ],
  ['an error', new Error('no luck'), { content: [{ type: 'text', text: 'no luck' }], isError: true }],
  [
    'bytes',
    new Uint8Array([1, 2, 3]),
    { content: [{ type: 'resource', uri: 'btcp:result', blob: 'AQID', mimeType: 'application/octet-stream' }] },
  ],
  [
    'an image blob',
    new Blob([new Uint8Array([255])], { type: 'image/png' }),
    { content: [{ type: 'image', data: '/w==', mimeType: 'image/png' }] },
  ],
])('%s becomes content', async (_name, value, expected) => {
  expect(await resultOf(value)).toMatchObject(Object(expected));
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test.each<[string, unknown]>([
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a cycle', cycle],
  ['a symbol inside', { inside: Symbol('s') }],
])('%s is refused clearly', async (_name, value) => {
  await expect(resultOf(value)).rejects.toMatchObject({ code: -32001, btcpCode: 'EXECUTION_ERROR' });
});

test('binary data over the limit is refused', async () => {
  await expect(resultOf(new Uint8Array(8 * 1024 * 1024))).rejects.toMatchObject({ btcpCode: 'OUTPUT_TOO_LARGE' });
});

test('the core takes JSON and refuses what would become an empty object', async () => {
  const client = createCoreClient({ serverUrl: 'ws://localhost' });
  client.registerTool({ name: 'plain', description: 'JSON', handler: () => ({ at: new Date(0) }) });
  client.registerTool({ name: 'map', description: 'No JSON', handler: () => ({ inside: new Map([[1, 2]]) }) });
  expect(await client.callTool('plain')).toMatchObject({ content: [{ text: '{"at":"1970-01-01T00:00:00.000Z"}' }] });
  await expect(client.callTool('map')).rejects.toThrow('[object Map] has no JSON');
});
