import type { ThingsTable } from './things-table.ts';

/** From this classifier probability on, an animal is not one of those that the detectors know. */
const clearScore = 0.4;

/** From this probability on, a detected animal is accepted. */
const sureScore = 0.5;

/** The minimum classifier probability of a detected animal to be kept beside a clear other one. */
const someEvidence = 0.15;

/**
 * The detectors know ten animals and mistake every other one for one of them: a monkey becomes a bear. The classifier knows
 * hundreds, but no giraffe, which it calls a leopard. So a clear other animal lowers the ten, and a clear one of the ten
 * suppresses the others. Without this, twelve of thirteen monkeys were bears or dogs.
 * @param fused the detectors' probabilities by class of COCO
 * @param leaves the classifier's, by class of ImageNet
 * @returns `coco`: the corrected probabilities; `allowed`: the classes of ImageNet that may be used, null for all
 */
export function explainAnimals(
  { animals, concepts }: ThingsTable,
  fused: Float64Array,
  leaves: Float64Array,
): { coco: Float64Array; allowed: ReadonlySet<number> | null } {
  const coco = fused.slice();
  const ownLeaves = (kinds: readonly number[]): Set<number> =>
    new Set(kinds.flatMap((kind) => animals.own[kind] ?? []));
  const massOf = (leavesOf: readonly number[], excluded?: ReadonlySet<number>): number =>
    leavesOf.reduce((sum, leaf) => sum + (leaf < animals.leaves && !excluded?.has(leaf) ? leaves[leaf]! : 0), 0);

  const knownLeaves = ownLeaves(animals.coco.filter((kind) => coco[kind]! >= sureScore));
  let other = 0;
  for (let leaf = 0; leaf < animals.leaves; leaf += 1)
    if (!knownLeaves.has(leaf)) other = Math.max(other, leaves[leaf]!);
  for (const { group, coco: detected, inet = [] } of concepts) {
    if (group === 'animals' && !detected) other = Math.max(other, massOf(inet, knownLeaves));
  }
  if (other >= clearScore && coco[animals.giraffe]! < sureScore) {
    for (const kind of animals.coco) {
      const isEvident = massOf(animals.own[kind] ?? []) >= someEvidence;
      if (kind !== animals.giraffe && !isEvident) coco[kind]! *= 1 - other;
    }
  }
  const detected = animals.coco.filter((kind) => coco[kind]! >= sureScore);
  return { coco, allowed: detected.length > 0 ? ownLeaves(detected) : null };
}
