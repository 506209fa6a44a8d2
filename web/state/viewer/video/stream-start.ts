/**
 * The second of a video at which the stream at an address begins: what is only copied begins at the keyframe before the second
 * that was asked for. Nothing of it is converted for that.
 * @returns null where the server does not say
 */
export async function streamStart(address: string): Promise<number | null> {
  const { ok, headers } = await fetch(address, { method: 'HEAD' });
  const told = headers.get('x-stream-start');
  return ok && told !== null ? Number(told) : null;
}
