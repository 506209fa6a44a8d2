/** The journal does not open, or its key is another. */
export class DamagedJournal extends Error {
  override readonly name = 'DamagedJournal';
}

/** What is to be done about a journal that is damaged `or`, in one sentence. */
export const damagedJournal = (name: string, or = ''): string =>
  `The bridge's journal ${name} in BRIDGE_DATA_DIR is damaged${or}: move it and the files beside it (-wal, -shm) away; the bridge then reads the store anew under a new store id, and the service asks an admin before it goes on.`;
