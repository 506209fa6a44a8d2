import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, parse } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Choice } from '../../support/choice.ts';
import type { House } from './house.ts';
import type { SourceTrouble } from './ledger.ts';
import type { Pictures } from './pictures.ts';

/**
 * The share of all photos that are deleted during the run, each with a new photo in its place; all other changes replace a
 * photo. If more than a fifth were missing, the server would ask an admin to confirm the loss.
 */
const leave = 0.15;
/** Seconds for which the source is unavailable each time. */
const awayFor = 25;

/** The events of a server's day other than requests of users. */
export class Happenings {
  readonly #house: House;
  readonly #pictures: Pictures;
  readonly #choice: Choice;
  readonly #source: SourceTrouble;
  /** Paths of all photos in the store. */
  readonly #files: string[];
  /** The share of changes in which one photo is deleted and another one is added. */
  #leaving = 0;
  /** The number of events of each kind. */
  readonly counts: Record<string, number> = {};

  constructor(
    house: House,
    parts: { pictures: Pictures; choice: Choice; source: SourceTrouble; files: readonly string[] },
  ) {
    this.#house = house;
    this.#pictures = parts.pictures;
    this.#choice = parts.choice;
    this.#source = parts.source;
    this.#files = [...parts.files];
  }

  /** Causes all kinds of events until `signal` is aborted. */
  async run(signal: AbortSignal, { changeEvery, seconds }: { changeEvery: number; seconds: number }): Promise<void> {
    const minute = 60;
    this.#leaving = Math.min(1, (leave * this.#files.length * changeEvery) / seconds);
    await Promise.all([
      this.#every(changeEvery, 'photos changed', () => this.#changePhoto(), signal),
      this.#every(4 * minute, 'backups', () => this.#backUp(), signal),
      this.#every(5 * minute, 'checks', () => this.#check(), signal),
      this.#every(7 * minute, 'models changed', () => this.#changeModel(), signal),
      this.#every(5 * minute, 'source away', () => this.#flap(signal), signal),
      this.#every(6 * minute, 'listener broken', () => this.#breakListener(signal), signal),
    ]);
  }

  async #every(seconds: number, what: string, happen: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const pause = () =>
      sleep(seconds * 1000, undefined, { signal }).then(
        () => true,
        () => false,
      );
    while (await pause()) {
      await happen();
      this.counts[what] = (this.counts[what] ?? 0) + 1;
    }
  }

  async #changePhoto(): Promise<void> {
    const photo = await this.#pictures.make();
    // The folder may be renamed, and is not changed then.
    if (this.#source.isAway) return;
    const comes = this.#choice.chance(this.#leaving);
    // With another extension it would be another file, and the old one would be deleted.
    const replaceable = comes ? this.#files : this.#files.filter((file) => extname(file) === photo.extension);
    const old = this.#choice.of(replaceable);
    if (old === undefined) return;
    rmSync(old);
    this.#files[this.#files.indexOf(old)] = photo.writeTo(this.#house.store, comes ? undefined : parse(old).name);
  }

  async #backUp(): Promise<void> {
    const { admin } = this.#house;
    await admin.ask('backup', '/api/admin/backup', { method: 'POST' });
    await admin.ask('prune', '/api/admin/backups/prune', { method: 'POST', body: { keep: 3 } });
  }

  async #check(): Promise<void> {
    const { admin } = this.#house;
    await admin.ask('checks', '/api/admin/checks', { method: 'POST' });
    await admin.ask('overview', '/api/admin/overview');
    await admin.ask('overview', '/api/admin/audit');
  }

  /** Changes the version of the model for pictures and texts: all photos are analysed again, and old vectors are deleted. */
  #changeModel(): Promise<void> {
    const manifest = join(this.#house.models, 'clip-standin', 'pack.json');
    const pack = JSON.parse(readFileSync(manifest, 'utf8')) as { imageText: { version: string } };
    pack.imageText.version = String(Number(pack.imageText.version) + 1);
    writeFileSync(`${manifest}.new`, JSON.stringify(pack));
    renameSync(`${manifest}.new`, manifest);
    return Promise.resolve();
  }

  async #flap(signal: AbortSignal): Promise<void> {
    const { store, road, bridge } = this.#house;
    const ways: (readonly [leave: () => void, comeBack: () => void])[] = [
      [
        () => {
          renameSync(store, `${store}-away`);
        },
        () => {
          renameSync(`${store}-away`, store);
        },
      ],
      [
        () => {
          road.close();
        },
        () => {
          road.reopen();
        },
      ],
      [() => bridge.child.kill('SIGSTOP'), () => bridge.child.kill('SIGCONT')],
    ];
    const [leave, comeBack] = ways[(this.counts['source away'] ?? 0) % ways.length]!;
    this.#source.begin();
    leave();
    await sleep(awayFor * 1000, undefined, { signal }).catch(() => undefined);
    comeBack();
    this.#source.end();
  }

  async #breakListener(signal: AbortSignal): Promise<void> {
    this.#house.listener.works = false;
    await sleep(30_000, undefined, { signal }).catch(() => undefined);
    this.#house.listener.works = true;
  }
}
