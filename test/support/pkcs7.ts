/** Blocks of 16 bytes, filled up as PKCS #7 has it. */
export function padded(bytes: Buffer): Buffer {
  const count = 16 - (bytes.length % 16);
  return Buffer.concat([bytes, Buffer.alloc(count, count)]);
}
