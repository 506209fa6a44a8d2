import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Choice } from './choice.ts';
import { ofAlbums, ofPhotos, type Decision } from './decided-decisions.ts';
import { DecidedHouse, roles } from './decided-house.ts';
import { emptyLibrary, followStore, nameOf, type DecidedLibrary } from './decided-library.ts';
import { ofPeople, ofShares, ofTrips } from './decided-people.ts';
import { captionOf, DecidedStore } from './decided-store.ts';
import { DecidedUpstream } from './decided-upstream.ts';
import { expectedView, type View } from './decided-view.ts';

const areas = [ofPhotos, ofAlbums, ofPeople, ofTrips, ofShares].map((area) => Object.values(area));
/** Milliseconds: the longest time after which a server is killed in the middle of a task. */
const patience = { decision: 30, sync: 600, snapshot: 300 };

export type Step =
  | ('decide' | 'change the store' | 'sync' | 'snapshot' | 'restore')
  | ('kill' | 'kill in a decision' | 'kill in a sync' | 'kill in a snapshot');

/** A server to which many random things happen, and the model of what its users should see. */
export class DecidedWalk {
  readonly #house: DecidedHouse;
  readonly #store: DecidedStore;
  readonly #upstream: DecidedUpstream;
  readonly #choice: Choice;
  #library: DecidedLibrary = emptyLibrary();
  /** What users should see if the last decision, to which no response came, was not stored. */
  #otherwise: DecidedLibrary | undefined;
  #snapshot: { name: string; library: DecidedLibrary } | undefined;
  /** The tokens of links that must never work again. */
  readonly #revoked = new Set<string>();
  readonly #ways: Record<Step, () => Promise<void>> = {
    decide: () => this.#decide(),
    'change the store': () => this.#changeStore(),
    sync: () => this.#sync(),
    snapshot: async () => {
      await this.#sync();
      this.#taken(await this.#house.snapshot());
    },
    restore: () => this.#restore(),
    kill: () => this.#killDuring(() => Promise.resolve(), 1),
    'kill in a decision': () => this.#decide({ killed: true }),
    'kill in a sync': () => this.#killDuring(() => this.#house.client('admin').sync(), patience.sync),
    'kill in a snapshot': async () => {
      await this.#sync();
      await this.#killDuring(() => this.#house.snapshot(), patience.snapshot);
    },
  };
  /** A log of all steps, for the analysis of failures. */
  readonly done: string[] = [];

  constructor(folder: string, random: () => number) {
    this.#choice = new Choice(random);
    this.#store = new DecidedStore(join(folder, 'photos'));
    this.#upstream = new DecidedUpstream(this.#store, this.#choice);
    this.#house = new DecidedHouse(folder, this.#store.root);
  }

  async begin(): Promise<void> {
    await this.#upstream.begin();
    await this.#house.move();
    this.#library.trips = ['05', '07', '09'].map((month) => ({
      ...{ name: null, dismissed: false, days: ['02', '03', '04'].map((day) => `2023-${month}-${day}`) },
    }));
    await this.#settle();
    await this.check();
    await this.take('snapshot');
  }

  async end(): Promise<void> {
    await this.#house.kill();
  }

  async take(step: Step): Promise<void> {
    this.done.push(step);
    await this.#ways[step]();
  }

  /** Sends a decision and updates the model, or kills the server after some milliseconds. */
  async #decide({ killed = false } = {}): Promise<void> {
    const { says, role, method, request, apply } = this.#nextDecision();
    this.#note(`${role}: ${says}`);
    const { path, body } = await request(this.#house);
    const asked = this.#house
      .client(role)
      .json<unknown>(path, method, body)
      .catch((error: unknown) => {
        // `fetch` throws this if the response is missing or incomplete.
        if (killed && error instanceof TypeError) return undefined;
        throw error;
      });
    const killing = killed && sleep(this.#choice.below(patience.decision)).then(() => this.#house.kill());
    const [answer] = await Promise.all([asked, killing]);
    const tokens = (): string[] => this.#library.shares.flatMap(({ token }) => token ?? []);
    const before = tokens();
    if (!answer) this.#otherwise = structuredClone(this.#library);
    apply(this.#library, answer);
    // A link that may or may not have been revoked is not tested.
    if (answer) for (const token of before) if (!tokens().includes(token)) this.#revoked.add(token);
    this.#note(answer ? 'answered' : 'not answered');
    if (killed) await this.#liveOn();
  }

  #nextDecision(): Decision {
    for (;;) {
      const decide = this.#choice.of(this.#choice.of(areas) ?? []);
      const decision = decide?.(this.#library, this.#choice);
      if (decision) return decision;
    }
  }

  async #changeStore(): Promise<void> {
    this.#note(await this.#upstream.change());
    for (const photo of this.#library.photos) photo.isMoving = photo.isThere && !this.#store.files.has(photo.path);
  }

  async #sync(): Promise<void> {
    if (!this.#upstream.isChanged) return;
    await this.#house.client('admin').sync();
    await this.#settle();
  }

  #taken(name: string): void {
    this.#snapshot = { name, library: structuredClone(this.#library) };
    this.#upstream.forgetChanges();
    this.#note(name);
  }

  /** Kills the server some milliseconds after it was given a task. */
  async #killDuring(work: () => Promise<unknown>, longest: number): Promise<void> {
    const done = work().catch(() => undefined);
    await sleep(this.#choice.below(longest));
    await this.#house.kill();
    await done;
    await this.#liveOn();
  }

  /** Starts again after a kill, and verifies everything. */
  async #liveOn(): Promise<void> {
    await this.#house.start();
    await this.#settle();
    if (this.#otherwise && (await this.#allDifferences()).length > 0) {
      this.#library = this.#otherwise;
      this.#note('and was not made');
    }
    this.#otherwise = undefined;
    await this.check();
    const newest = (await this.#house.snapshots()).at(-1);
    if (newest !== undefined && newest !== this.#snapshot?.name) this.#taken(newest);
  }

  async #restore(): Promise<void> {
    if (!this.#snapshot) throw new Error('there is no snapshot');
    if (this.#choice.chance(0.5)) await this.#house.stop();
    else await this.#house.kill();
    await this.#house.restore(this.#snapshot.name);
    for (const { shares } of [this.#library, this.#snapshot.library]) {
      for (const { token } of shares) if (token !== null) this.#revoked.add(token);
    }
    this.#library = { ...structuredClone(this.#snapshot.library), shares: [], sharing: false };
    this.#upstream.isChanged = true;
    await this.#liveOn();
  }

  /** Resolves once the library matches its store, and updates the model accordingly. */
  async #settle(): Promise<void> {
    for (const library of [this.#library, this.#otherwise]) if (library) followStore(library, this.#store.files);
    const there = this.#library.photos.filter(({ isThere }) => isThere);
    await this.#house.settled(new Map(there.map((photo) => [nameOf(photo), captionOf(photo.content)])));
    this.#upstream.isChanged = false;
  }

  async check(): Promise<void> {
    const differences = await this.#allDifferences();
    if (differences.length > 0) throw new Error(`something else is shown:\n${differences.join('\n')}`);
  }

  async #allDifferences(): Promise<string[]> {
    const each = roles.map(async (role) => {
      const found = differences(await this.#house.view(role), expectedView(this.#library, role));
      return found.map((one) => `to the ${role}: ${one}`);
    });
    return (await Promise.all(each)).flat();
  }

  /** Verifies that open links work, and that recently revoked ones do not. */
  async checkLinks(): Promise<void> {
    for (const { token } of this.#library.sharing ? this.#library.shares : []) {
      if (token !== null) expect(await this.#house.opens(token), 'a link').to.equal(true);
    }
    for (const token of [...this.#revoked].slice(-5)) {
      expect(await this.#house.opens(token), 'a link that was revoked').to.equal(false);
    }
  }

  #note(what: string): void {
    this.done.push(`  ${what}`);
  }
}

/** The lines that differ. */
function differences(found: View, expected: View): string[] {
  return Object.keys(expected).flatMap((about) => {
    const left = [...(found[about] ?? [])];
    const missing = (expected[about] ?? []).filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return [
      ...left.map((line) => `${about}, shown: ${line}`),
      ...missing.map((line) => `${about}, not shown: ${line}`),
    ];
  });
}
