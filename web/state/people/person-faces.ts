import type { Face, FaceList } from '../../../core/http/wire.ts';
import { ListInParts } from './list-in-parts.ts';

/** A list of faces that is read in pages: those of a person, or those marked as "not a face". */
export class PersonFaces extends ListInParts<Face> {
  readonly faces = this.items;

  constructor(list: (part: { offset: number; limit: number }) => Promise<FaceList>) {
    super(async (part) => {
      const { faces, total } = await list(part);
      return { items: faces, total };
    });
  }
}
