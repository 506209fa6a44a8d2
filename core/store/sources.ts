import { randomInt } from 'node:crypto';
import type { Db, Statement } from '../db/open.ts';
import { pluckedOn } from '../db/statements.ts';

/** A photo source of the library. */
export interface KnownSource {
  /** 0: the first source of the library. */
  readonly id: number;
  /** The plugin that provides it; null if not known yet. */
  readonly plugin: string | null;
  /** The prefix of its uids in the index; empty for the first source. */
  readonly prefix: string;
}

/** The characters of a prefix, without those that are easily confused. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';
const length = 6;
/** The last character of each prefix. */
const end = '~';
/** Sorts after all characters of uids. */
const behindAll = '\x7f';

/** The photo sources of the library, and the prefixes that distinguish their uids. Sources are never removed. */
export class Sources {
  readonly #all: Statement<[], KnownSource>;
  readonly #add: Statement<[{ plugin: string; prefix: string; now: number }], KnownSource>;
  readonly #provide: Statement<[{ id: number; plugin: string }]>;
  readonly #isTaken: Statement<[{ from: string; to: string }], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#all = db.prepare('SELECT id, plugin, prefix FROM sources ORDER BY id');
    this.#add = db.prepare(
      'INSERT INTO sources (plugin, prefix, added_at) VALUES (:plugin, :prefix, :now) RETURNING id, plugin, prefix',
    );
    this.#provide = db.prepare('UPDATE sources SET plugin = :plugin WHERE id = :id');
    this.#isTaken = plucked('SELECT EXISTS (SELECT 1 FROM photos WHERE uid >= :from AND uid < :to)');
  }

  /** All sources, the first one first. */
  all(): KnownSource[] {
    return this.#all.all();
  }

  /** Adds a source. Must be called in a transaction. */
  add(plugin: string, now: number): KnownSource {
    const source = this.#add.get({ plugin, prefix: this.#newPrefix(), now });
    if (!source) throw new Error('The source was not inserted');
    return source;
  }

  /** Records that this plugin provides the source from now on. */
  provide(id: number, plugin: string): void {
    this.#provide.run({ id, plugin });
  }

  /** A prefix that no uid has. */
  #newPrefix(): string {
    for (;;) {
      const name = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
      const prefix = `${name}${end}`;
      const isTaken = this.#isTaken.get({ from: prefix, to: `${prefix}${behindAll}` }) === 1;
      if (!isTaken) return prefix;
    }
  }
}
