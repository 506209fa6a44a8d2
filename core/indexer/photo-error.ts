/** Why one photo cannot be indexed: `message` is one sentence for the person who runs the library. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}
