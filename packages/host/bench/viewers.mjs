// People who watch, in a process of their own so that the server's time is the server's: `viewers.mjs ADDRESS READING STALLED`.
import { WebSocket } from 'ws';

const [, , address, reading = '1', stalled = '0'] = process.argv;

function join() {
  const socket = new WebSocket(`ws://${address}/browser/stream?sessionId=bench`, ['btcp.live.v1']);
  return new Promise((resolve) => socket.once('open', () => resolve(socket)));
}

for (let count = 0; count < Number(stalled); count++) (await join()).pause();
let frames = 0;
for (let count = 0; count < Number(reading); count++) {
  const socket = await join();
  socket.on('message', (_data, isBinary) => {
    if (isBinary) frames++;
  });
}
process.on('message', () => {
  process.send?.(frames);
  frames = 0;
});
process.send?.('ready');
