import type { Db, Statement } from '../../db/open.ts';

/** Whether photos may be shared by links, as set by an admin. */
export class SharingSwitch {
  readonly #set: Statement<[number]>;
  #isOn: boolean;

  constructor(db: Db) {
    this.#set = db.prepare('UPDATE sharing SET enabled = ?');
    this.#isOn = db.prepare<[], number>('SELECT enabled FROM sharing').pluck().get() === 1;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set(isOn: boolean): void {
    this.#set.run(Number(isOn));
    this.#isOn = isOn;
  }
}
