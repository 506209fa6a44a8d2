/** Thrown to skip a check that cannot be run here. `message`: the reason. */
export class Skip extends Error {
  override readonly name = 'Skip';
}
