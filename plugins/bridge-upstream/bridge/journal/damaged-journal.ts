/** The journal cannot be opened, or it was encrypted with another key. */
export class DamagedJournal extends Error {
  override readonly name = 'DamagedJournal';
}

/** The sentence about a damaged journal, with the remedy. @param alternative another possible cause */
export const damagedJournal = (name: string, alternative = ''): string =>
  `The bridge's journal ${name} in BRIDGE_DATA_DIR is damaged${alternative}: move it and the files beside it (-wal, -shm) away; the bridge then reads the store anew under a new store id, and the service asks an admin before it goes on.`;
