import type { VectorAttributes, VectorFilter } from '../../core/plugin-api/index.ts';

/** Whether a search with the filter may return the vector, exactly by the contract. */
export function passes(id: number, attributes: VectorAttributes, filter: VectorFilter): boolean {
  const { includeArchived, includeHidden, takenFrom = -Infinity, takenTo = Infinity, personIds, ids } = filter;
  return (
    (includeArchived === true || !attributes.archived) &&
    (includeHidden === true || !attributes.hidden) &&
    attributes.takenAt >= takenFrom &&
    attributes.takenAt <= takenTo &&
    (!personIds || personIds.some((person) => attributes.personIds.includes(person))) &&
    (!ids || ids.includes(id))
  );
}
