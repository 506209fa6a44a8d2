/** Why one photo cannot be indexed: `message` is one sentence for the person who runs the library. */
export class PhotoError extends Error {
  override readonly name: string = 'PhotoError';
}

/** Decoding it takes more memory than all decoding may. */
export class PhotoMemoryError extends PhotoError {
  override readonly name = 'PhotoMemoryError';
}
