/** Ends a check that cannot be made here. `message`: why. */
export class Skip extends Error {
  override readonly name = 'Skip';
}
