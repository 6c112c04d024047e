const TAGS = { integer: 0x02, bits: 0x03, identifier: 0x06, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };

export function der(tag: keyof typeof TAGS, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(TAGS[tag], ...size), content]);
}
