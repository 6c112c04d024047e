import { expect, test } from 'vitest';
import { habitsIn } from '../docs/check-words.mjs';

test.each([
  ['The page is told where it is.', 'told'],
  ['Each result tells what changed.', 'tells'],
  ['A page cannot tell its state.', 'tell'],
  ['const tellPlace = () => {};', 'tellPlace'],
  ['Made anew by npm.', 'anew'],
  ['# Beside others', 'Beside'],
  ['Claude and its kin.', 'kin'],
  ['Until it is mended.', 'mended'],
  ['Signs in whoever opens it.', 'whoever'],
  ['// Who opens it sees the browser.', 'Who opens it sees'],
  ['btcp state knows no "bogus"', 'knows no'],
  ['const MOST_CHANGES = 5;', 'MOST_CHANGES'],
])('%s is found', (text, found) => {
  expect(habitsIn(`A line.\n${text}\n`)).toEqual([{ line: 2, found, better: expect.stringMatching(/./) }]);
});

test.each([
  'Who drives a session, and since when.',
  'Who is signed in?',
  'Tell the agent what to do.',
  'Open example.com and tell me what it says.',
  'Anyone who opens it sees the browser.',
  'const MAX_CHANGES = 5;',
])('%s passes', (text) => {
  expect(habitsIn(text)).toEqual([]);
});
