import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const isName = (name) => /^index-[0-9A-Za-z.-]+\.sqlite3$/.test(name);

/** Copies snapshots to another folder, and keeps the newest few. */
export class SecondDisk {
  constructor(folder, count) {
    this.folder = folder;
    this.count = count;
  }

  place() {
    return this.folder;
  }

  // Newest first. Makes the folder alone: if the disk is not mounted, the folder above is missing, and that is an error.
  async names() {
    await mkdir(this.folder, { mode: 0o700 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return (await readdir(this.folder)).filter(isName).sort().reverse();
  }

  // Copies of later names are of another server, or of a clock that was ahead.
  async counted(newest) {
    return (await this.names()).filter((name) => name <= newest);
  }

  async keep({ name, newest, size, sha256, record, open }, { signal }) {
    const newer = (await this.counted(newest)).filter((other) => other > name);
    if (name !== newest && newer.length >= this.count) return;
    const part = join(this.folder, 'unfinished');
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = async function* (pieces) {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      };
      await pipeline(open(), measure, createWriteStream(part, { flush: true }), { signal });
      if (bytes !== size || hash.digest('hex') !== sha256) throw new Error('These are not the bytes of the snapshot.');
      await writeFile(join(this.folder, `${name}.json`), record, { flush: true });
      await rename(part, join(this.folder, name));
    } finally {
      await rm(part, { force: true });
    }
    for (const old of (await this.counted(newest)).slice(this.count)) await this.remove(old);
  }

  async list() {
    const names = await this.names();
    return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(this.folder, name))).size })));
  }

  async remove(name) {
    if (!(await this.names()).includes(name)) throw new Error('There is no such copy.');
    await rm(join(this.folder, name));
    await rm(join(this.folder, `${name}.json`), { force: true });
  }
}
