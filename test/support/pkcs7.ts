/** Pads to blocks of 16 bytes according to PKCS #7. */
export function padded(bytes: Buffer): Buffer {
  const count = 16 - (bytes.length % 16);
  return Buffer.concat([bytes, Buffer.alloc(count, count)]);
}
