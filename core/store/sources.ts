import { randomInt } from 'node:crypto';
import type { Db, Statement } from '../db/open.ts';

/** A photo source that the library knows. */
export interface KnownSource {
  /** 0: the source that the library knew first. */
  readonly id: number;
  /** The plugin that provides it; null when that was not known yet. */
  readonly plugin: string | null;
  /** The prefix of its uids in the index; empty for the first. */
  readonly prefix: string;
}

/** Characters of a prefix, without those that are easily confused. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';
const length = 6;
/** The last character of each prefix. */
const end = '~';
/** Comes after all characters of uids. */
const behindAll = '\x7f';

/** The photo sources that the library knows, and the prefixes by which their uids are told apart. None is ever forgotten. */
export class Sources {
  readonly #all: Statement<[], KnownSource>;
  readonly #add: Statement<[{ plugin: string; prefix: string; now: number }], KnownSource>;
  readonly #provide: Statement<[{ id: number; plugin: string }]>;
  readonly #isTaken: Statement<[{ from: string; to: string }], number>;

  constructor(db: Db) {
    this.#all = db.prepare('SELECT id, plugin, prefix FROM sources ORDER BY id');
    this.#add = db.prepare(
      'INSERT INTO sources (plugin, prefix, added_at) VALUES (:plugin, :prefix, :now) RETURNING id, plugin, prefix',
    );
    this.#provide = db.prepare('UPDATE sources SET plugin = :plugin WHERE id = :id');
    this.#isTaken = db
      .prepare<[{ from: string; to: string }], number>(
        'SELECT EXISTS (SELECT 1 FROM photos WHERE uid >= :from AND uid < :to)',
      )
      .pluck();
  }

  /** All of them, the first one first. */
  all(): KnownSource[] {
    return this.#all.all();
  }

  /** Takes in a further source. Call it in a transaction. */
  add(plugin: string, now: number): KnownSource {
    const source = this.#add.get({ plugin, prefix: this.#newPrefix(), now });
    if (!source) throw new Error('The source was not inserted');
    return source;
  }

  /** From now on, this plugin provides the source. */
  provide(id: number, plugin: string): void {
    this.#provide.run({ id, plugin });
  }

  /** One with which no uid begins. */
  #newPrefix(): string {
    for (;;) {
      const name = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
      const prefix = `${name}${end}`;
      const isTaken = this.#isTaken.get({ from: prefix, to: `${prefix}${behindAll}` }) === 1;
      if (!isTaken) return prefix;
    }
  }
}
