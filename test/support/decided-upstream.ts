import { basename, dirname } from 'node:path';
import type { Choice } from './choice.ts';
import type { Content, DecidedStore, Motif } from './decided-store.ts';

const berlin = [52.52, 13.4] as const;
const trips = [
  { month: '05', position: [38.72, -9.14] },
  { month: '07', position: [41.9, 12.5] },
  { month: '09', position: [43.7, 7.27] },
] as const;
/** Only photos in these folders are changed. The others determine where home is, and the days of trips. */
const freeFolders = ['Own', 'Scans'];

/** Three days apart, so that photos are in the order of their days in every time zone. @param at 0 to 120 */
export const noonOf = (year: number, at: number): string =>
  new Date(Date.UTC(year, 0, 1 + 3 * at, 12)).toISOString().slice(0, 19);

/** Changes the photos of a store, step by step. */
export class DecidedUpstream {
  readonly #store: DecidedStore;
  readonly #choice: Choice;
  #motifs = 0;
  #names = 0;
  readonly #deleted = new Map<string, Content>();
  /** Motifs that were moved or replaced since the last snapshot. A motif that is both could not be recognised. */
  readonly #moved = new Set<number>();
  readonly #replaced = new Set<number>();
  /** Whether anything differs from the last sync. */
  isChanged = false;

  constructor(store: DecidedStore, choice: Choice) {
    this.#store = store;
    this.#choice = choice;
  }

  /** Some photos at home, three trips of three days, and a dozen photos of another year without a place. */
  async begin(): Promise<void> {
    // No days between the trips: when users assign days to a trip, it also includes photos taken at home.
    for (const day of [
      '2023-01-08',
      '2023-02-05',
      '2023-03-05',
      '2023-04-02',
      '2023-10-01',
      '2023-11-05',
      '2023-12-03',
      '2024-01-07',
    ]) {
      await this.#add('Life', `${day}T10:00:00`, berlin);
    }
    for (const { month, position } of trips) {
      for (const day of ['02', '03', '04']) await this.#add('Trips', `2023-${month}-${day}T10:00:00`, position);
    }
    while (this.#motifs < 28) await this.#addFree();
  }

  /** After a snapshot, photos are recognised by path and content again. */
  forgetChanges(): void {
    this.#moved.clear();
    this.#replaced.clear();
  }

  /** Changes one photo. @returns a description of the change */
  async change(): Promise<string> {
    const ways = [
      () => this.#rename(),
      () => this.#rename(),
      () => this.#replace(),
      () => this.#remove(),
      () => this.#bringBack(),
      () => this.#addFree(),
    ];
    for (;;) {
      const done = await this.#choice.of(ways)?.();
      if (done === undefined) continue;
      this.isChanged = true;
      return done;
    }
  }

  #rename(): string | undefined {
    const path = this.#pick(({ id }) => !this.#replaced.has(id));
    if (path === undefined) return undefined;
    const folder = dirname(path);
    const into = freeFolders.includes(folder) ? (this.#choice.of(freeFolders) ?? '') : folder;
    const to = this.#newPath(into, this.#choice.chance(0.3) ? basename(path) : undefined);
    if (this.#store.files.has(to) || this.#deleted.has(to)) return undefined;
    this.#moved.add(this.#motif(path).id);
    this.#store.rename(path, to);
    return `${path} is renamed to ${to}`;
  }

  async #replace(): Promise<string | undefined> {
    const path = this.#pick(({ id }) => !this.#moved.has(id));
    if (path === undefined) return undefined;
    const { motif, edition } = this.#store.files.get(path)!;
    this.#replaced.add(motif.id);
    await this.#store.put(path, { motif, edition: edition + 1 });
    return `${path} is replaced`;
  }

  #remove(): string | undefined {
    const path = this.#pick(({ id }) => !this.#replaced.has(id), freeFolders);
    if (path === undefined || this.#deleted.size > 3) return undefined;
    this.#deleted.set(path, this.#store.files.get(path)!);
    this.#moved.add(this.#motif(path).id);
    this.#store.remove(path);
    return `${path} is deleted`;
  }

  async #bringBack(): Promise<string | undefined> {
    const [path, content] = this.#choice.of([...this.#deleted]) ?? [];
    if (path === undefined || content === undefined) return undefined;
    this.#deleted.delete(path);
    const to = this.#choice.chance(0.5) ? path : this.#newPath(dirname(path));
    await this.#store.put(to, content);
    return `${path} is back as ${to}`;
  }

  #addFree(): Promise<string> {
    return this.#add(this.#choice.of(freeFolders) ?? '', noonOf(2020, this.#motifs), null);
  }

  async #add(folder: string, takenAt: string, position: Motif['position']): Promise<string> {
    const path = this.#newPath(folder);
    await this.#store.put(path, { motif: { id: this.#motifs++, takenAt, position }, edition: 1 });
    return `${path} is new`;
  }

  #pick(fits: (motif: Motif) => boolean, folders?: readonly string[]): string | undefined {
    const paths = [...this.#store.files.keys()].filter((path) => !folders || folders.includes(dirname(path)));
    return this.#choice.of(paths.filter((path) => fits(this.#motif(path))));
  }

  #motif(path: string): Motif {
    return this.#store.files.get(path)!.motif;
  }

  #newPath(folder: string, name?: string): string {
    return `${folder}/${name ?? `photo-${this.#names++}.jpg`}`;
  }
}
