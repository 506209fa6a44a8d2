import type { PhotoSource } from '../../plugin-api/photo-source.ts';
import { CheckedSource } from './checked-source.ts';

/** The first photo source of a library. Its uids have no prefix. Photos whose uid begins with another source's prefix are left out. */
export class FirstSource extends CheckedSource {
  readonly #isOther: (uid: string) => boolean;

  /** @param isOther whether a uid begins with the prefix of another source */
  constructor(source: () => PhotoSource, isOther: (uid: string) => boolean) {
    super(source);
    this.#isOther = isOther;
  }

  protected override inLibrary<T extends { readonly uid: string }>(items: readonly T[]): readonly T[] {
    return items.filter(({ uid }) => !this.#isOther(uid));
  }
}
