import type { Db, Statement } from '../../db/open.ts';

/** Whether readers may see folders, as set by an admin. */
export class FolderSwitch {
  readonly #set: Statement<[number]>;
  #readers: boolean;

  constructor(db: Db) {
    this.#set = db.prepare('UPDATE folder_settings SET readers = ?');
    this.#readers = db.prepare<[], number>('SELECT readers FROM folder_settings').pluck().get() === 1;
  }

  get readers(): boolean {
    return this.#readers;
  }

  set readers(readers: boolean) {
    this.#set.run(readers ? 1 : 0);
    this.#readers = readers;
  }
}
