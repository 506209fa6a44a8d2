import type { ThingsTable } from './things-table.ts';

/** An animal that is as clear as this to the classifier is no other one that the detectors know. */
const clear = 0.4;

/** A detected animal of so much probability is one. */
const sure = 0.5;

/** What the classifier must make of a detected animal for it to stand against a clear other one. */
const someEvidence = 0.15;

/**
 * The detectors know ten animals and take every other one for one of them: a monkey is a bear. The classifier knows
 * hundreds, but no giraffe, which it calls a leopard. So a clear other animal damps the ten, and a clear one of the ten
 * silences the others. Without this, twelve of thirteen monkeys were bears or dogs.
 * @param fused the detectors' probabilities by class of COCO
 * @param leaves the classifier's, by class of ImageNet
 * @returns `coco`: the probabilities after that; `allowed`: the classes of ImageNet that may be named, null for all
 */
export function explainAnimals(
  { animals, concepts }: ThingsTable,
  fused: Float64Array,
  leaves: Float64Array,
): { coco: Float64Array; allowed: ReadonlySet<number> | null } {
  const coco = fused.slice();
  const own = (kinds: readonly number[]): Set<number> => new Set(kinds.flatMap((kind) => animals.own[kind] ?? []));
  const massOf = (leavesOf: readonly number[], except?: ReadonlySet<number>): number =>
    leavesOf.reduce((sum, leaf) => sum + (leaf < animals.leaves && !except?.has(leaf) ? leaves[leaf]! : 0), 0);

  const known = own(animals.coco.filter((kind) => coco[kind]! >= sure));
  let other = 0;
  for (let leaf = 0; leaf < animals.leaves; leaf += 1) if (!known.has(leaf)) other = Math.max(other, leaves[leaf]!);
  for (const { group, coco: detected, inet = [] } of concepts) {
    if (group === 'animals' && !detected) other = Math.max(other, massOf(inet, known));
  }
  if (other >= clear && coco[animals.giraffe]! < sure) {
    for (const kind of animals.coco) {
      const evident = massOf(animals.own[kind] ?? []) >= someEvidence;
      if (kind !== animals.giraffe && !evident) coco[kind]! *= 1 - other;
    }
  }
  const detected = animals.coco.filter((kind) => coco[kind]! >= sure);
  return { coco, allowed: detected.length > 0 ? own(detected) : null };
}
