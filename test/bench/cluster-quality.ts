/** The result of grouping faces. `null`: the face was left unassigned. */
export interface Grouping<Name> {
  readonly is: readonly Name[];
  readonly found: readonly (number | null)[];
}

export interface ClusterQuality {
  /** B-cubed (A. Bagga and B. Baldwin, 1998). Each unassigned face counts as a group of one. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** The share of pairs in the same group that are of one person, and of pairs of one person that are in the same group. */
  readonly pairPrecision: number;
  readonly pairRecall: number;
  /** Groups with faces of several people. */
  readonly mixed: number;
  readonly groups: number;
}

export function clusterQuality<Name>({ is, found }: Grouping<Name>): ClusterQuality {
  const groups = found.map((group, at) => group ?? `alone ${at}`);
  const sizes = counts(groups);
  const people = counts(is);
  const both = new Map<string | number, Map<Name, number>>();
  for (const [at, group] of groups.entries()) {
    const inGroup = both.get(group) ?? new Map<Name, number>();
    both.set(group, inGroup.set(is[at]!, (inGroup.get(is[at]!) ?? 0) + 1));
  }
  let [precision, recall, right] = [0, 0, 0];
  for (const [group, inGroup] of both) {
    for (const [name, shared] of inGroup) {
      precision += shared ** 2 / sizes.get(group)!;
      recall += shared ** 2 / people.get(name)!;
      right += pairs(shared);
    }
  }
  precision /= is.length;
  recall /= is.length;
  const sum = (sizesOf: Map<unknown, number>): number =>
    [...sizesOf.values()].reduce((all, size) => all + pairs(size), 0);
  return {
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    pairPrecision: right / Math.max(1, sum(sizes)),
    pairRecall: right / Math.max(1, sum(people)),
    mixed: [...both.values()].filter((inGroup) => inGroup.size > 1).length,
    groups: new Set(found.filter((group) => group !== null)).size,
  };
}

const pairs = (size: number): number => (size * (size - 1)) / 2;

function counts<T>(values: readonly T[]): Map<T, number> {
  const found = new Map<T, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}
