import { computed, signal } from '@preact/signals';

export interface DensityStore {
  read(): string | null;
  write(text: string): void;
}

/** Row heights by step, relative to the usual one; the smallest photos first. */
const scales = [0.5, 0.7, 1, 1.4, 2] as const;
const defaultStep = 2;

/** The size of photos in lists, stored in this browser. */
export class Density {
  readonly steps = scales.length;
  readonly step = signal(defaultStep);
  /** Row height relative to the usual one, which is 1. */
  readonly scale = computed(() => scales[this.step.value] ?? 1);
  readonly #store: DensityStore;

  constructor(store: DensityStore) {
    this.#store = store;
    const storedStep = Number.parseInt(store.read() ?? '', 10);
    this.step.value = scales[storedStep] === undefined ? defaultStep : storedStep;
  }

  choose(step: number): void {
    const next = Math.max(0, Math.min(scales.length - 1, Math.round(step)));
    if (next === this.step.value || Number.isNaN(next)) return;
    this.step.value = next;
    this.#store.write(String(next));
  }

  /** @param by 1 for the next larger size, −1 for the next smaller one */
  change(by: number): void {
    this.choose(this.step.value + by);
  }
}
