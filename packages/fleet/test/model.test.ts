import { expect, test } from 'vitest';
import { interleave } from './model.ts';

const INTERLEAVINGS = 10_000;

test('no two workers can act in one session, in 10,000 interleavings of lose, pause, resume, place, move and drain', async () => {
  let [doubles, served, firstSeed] = [0, 0, -1];
  for (let seed = 1; seed <= INTERLEAVINGS; seed++) {
    const outcome = await interleave(seed);
    if (outcome.doubles > 0 && firstSeed < 0) firstSeed = seed;
    doubles += outcome.doubles;
    served += outcome.served;
  }
  expect({ doubles, firstSeed }).toEqual({ doubles: 0, firstSeed: -1 });
  expect(served).toBeGreaterThan(INTERLEAVINGS);
});

test.each([
  { name: 'fences itself after its lease has run out', broken: { fenceAt: 1.5 } },
  { name: 'counts from the answer and not from the request', broken: { countsFromAnswer: true } },
])('the model finds two owners where a worker $name', async ({ broken }) => {
  let doubles = 0;
  for (let seed = 1; seed <= INTERLEAVINGS && doubles === 0; seed++)
    doubles += (await interleave(seed, broken)).doubles;
  expect(doubles).toBeGreaterThan(0);
});
