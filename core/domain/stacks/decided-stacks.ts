import { groupedBy } from '../grouped-by.ts';

/** A stack after decisions were applied, with the examined photos only. */
export interface SettledStack {
  /** The id of a stack that users made; null for one that was found. */
  readonly id: number | null;
  readonly photos: readonly number[];
}

/**
 * The stacks after decisions were applied. A photo with a decision is in the stack that the decision names. A photo without
 * one joins the decided stack that has most of the photos of its group; otherwise it stays with the rest of the group.
 * @param found groups of photos, without those that users removed from all stacks
 * @param decisions the stack of each photo with a decision
 */
export function settledStacks(
  found: readonly (readonly number[])[],
  decisions: ReadonlyMap<number, number>,
): SettledStack[] {
  const stacks = new Map<number, number[]>();
  const add = (stack: number, photos: readonly number[]): void => {
    stacks.set(stack, [...(stacks.get(stack) ?? []), ...photos]);
  };
  for (const [photo, stack] of decisions) add(stack, [photo]);
  const free: SettledStack[] = [];
  for (const group of found) {
    const undecided = group.filter((photo) => !decisions.has(photo));
    const stack = mostOf(group.flatMap((photo) => decisions.get(photo) ?? []));
    if (stack === undefined) free.push({ id: null, photos: undecided });
    else add(stack, undecided);
  }
  return [...Array.from(stacks, ([id, photos]) => ({ id, photos })), ...free];
}

/**
 * Assigns the previous ids to stacks: those with the most photos in common first.
 * @param before the previous stack of each photo, without ids that are in use by other stacks
 * @returns the stacks with ids; null for a new one
 */
export function keepStackIds(stacks: readonly SettledStack[], before: ReadonlyMap<number, number>): SettledStack[] {
  const overlaps = stacks.flatMap((stack, at) => {
    if (stack.id !== null) return [];
    const ids = groupedBy(
      stack.photos.flatMap((photo) => before.get(photo) ?? []),
      (id) => id,
    );
    return Array.from(ids, ([id, photos]) => ({ at, id, photos: photos.length }));
  });
  overlaps.sort((a, b) => b.photos - a.photos || a.id - b.id || a.at - b.at);
  const idOf = new Map<number, number>();
  const takenIds = new Set<number>();
  for (const { at, id } of overlaps) {
    if (idOf.has(at) || takenIds.has(id)) continue;
    idOf.set(at, id);
    takenIds.add(id);
  }
  return stacks.map((stack, at) => ({ ...stack, id: stack.id ?? idOf.get(at) ?? null }));
}

/** The most frequent number, the smallest of several; undefined for none. */
function mostOf(numbers: readonly number[]): number | undefined {
  const counts = [...groupedBy(numbers, (number) => number)].sort(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || a - b,
  );
  return counts[0]?.[0];
}
