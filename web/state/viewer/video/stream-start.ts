/**
 * The second of a video at which the stream at a URL begins: a copied stream begins at the keyframe before the requested
 * second. The request converts nothing.
 * @returns null if the server does not say
 */
export async function streamStart(address: string): Promise<number | null> {
  const { ok, headers } = await fetch(address, { method: 'HEAD' });
  const header = headers.get('x-stream-start');
  return ok && header !== null ? Number(header) : null;
}
