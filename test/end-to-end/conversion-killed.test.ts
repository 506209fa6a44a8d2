import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Keyring } from '../../core/encryption/keyring.ts';
import { keyringFile } from '../../core/encryption/keyring-file.ts';
import { indexFile } from '../../core/settings/data-folder.ts';
import { contentOf, foundIn, makeLibrary, telling, type LibraryPlace } from '../support/convertible-library.ts';
import { runKilled, type Ended, type Moment } from '../support/killed-command.ts';
import { leaveToLongRun } from '../support/long-run.ts';
import { seededRandom } from '../support/seed.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const kills = 60;
const passphrase = 'a phrase of theirs';

type Command = 'encrypt' | 'decrypt';

/** A small library, and the real commands that convert it. */
class ConvertedLibrary {
  readonly place: LibraryPlace;
  readonly #folders: readonly string[];
  readonly #environment: Record<string, string>;
  readonly #tmp: string;

  private constructor(folder: string, place: LibraryPlace) {
    this.place = place;
    this.#tmp = join(folder, 'tmp');
    mkdirSync(this.#tmp);
    this.#folders = [place.dataDir, place.backupDir, this.#tmp];
    this.#environment = {
      DATA_DIR: place.dataDir,
      BACKUP_DIR: place.backupDir,
      TMPDIR: this.#tmp,
      ML_BUILT_IN: 'none',
      WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
    };
  }

  static async make(folder: string): Promise<ConvertedLibrary> {
    const library = new ConvertedLibrary(folder, await makeLibrary(folder, { photos: 6 }));
    const { dataDir } = library.place;
    // Each database costs two processes, and one of each kind is enough here.
    rmSync(join(dataDir, 'plugins', '@me+chart'), { recursive: true });
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith('index-replaced')) rmSync(join(dataDir, name));
    }
    return library;
  }

  run(command: Command, moment?: Moment): Promise<Ended> {
    const [environment, folders] = [this.#environment, this.#folders];
    return runKilled({ words: [command], environment, input: `${passphrase}\n`, folders }, moment);
  }

  /** Without what every command writes that opens the library: its entry in the audit log, and a record of its start. */
  async content(): Promise<unknown> {
    const without = ['audit_entries', 'sqlite_sequence', 'sync_state'];
    const keyring = new Keyring(this.place.dataDir);
    if (keyring.content() === null) return contentOf(this.place, null, { without });
    const keys = await keyring.unlock({ kind: 'passphrase', passphrase });
    if (!keys) throw new Error('the passphrase does not open the library');
    try {
      return contentOf(this.place, keys, { settings: keyring.settings(keys), without });
    } finally {
      keys.wipe();
    }
  }

  found(): string[] {
    return foundIn(this.place, [this.#tmp]);
  }
}

/** Between the two renames that put the new index in place of the old one, and while the new one is written. */
const ofIndex = ({ dataDir }: LibraryPlace): Moment[] =>
  ['old-form', 'new-form'].map((ending) => ({ fileExists: `${indexFile(dataDir)}.${ending}` }));

/** Moments all over a run: before it has changed anything, after each share of its changes, and two of the index. */
function momentsOf({ began, changedFiles }: Ended, place: LibraryPlace, random: () => number): Moment[] {
  const [first, ...others] = ofIndex(place);
  const spread = kills - 4;
  return [
    { afterStart: began * random() },
    { afterStart: began * random() },
    ...(first ? [first] : []),
    ...others,
    ...Array.from({ length: spread }, (_, at) => ({
      changedFiles: 1 + Math.floor((changedFiles * (at + random())) / spread),
    })),
  ];
}

/** An earlier moment, which a faster machine does not miss either. */
const sooner = (moment: Moment): Moment =>
  'changedFiles' in moment && moment.changedFiles > 1
    ? { changedFiles: moment.changedFiles >> 1 }
    : { afterStart: 'afterStart' in moment ? moment.afterStart / 2 : 0 };

describe('photofinch encrypt and decrypt, killed at any moment', () => {
  before(function () {
    leaveToLongRun(this);
  });

  it('convert the library when they are run again, and nothing is lost', () =>
    withTempFolder(async (folder) => {
      const library = await ConvertedLibrary.make(folder);
      const before = await library.content();
      expect(library.found()).to.include.members(Object.keys(telling));
      const random = seededRandom();
      /** A complete run of each, by which the moments are chosen. */
      const atEnd = { changedFiles: Infinity };
      const whole = { encrypt: await library.run('encrypt', atEnd), decrypt: await library.run('decrypt', atEnd) };
      expect([whole.encrypt.code, whole.decrypt.code, await library.content()]).to.deep.equal([0, 0, before]);
      const moments = {
        encrypt: momentsOf(whole.encrypt, library.place, random),
        decrypt: momentsOf(whole.decrypt, library.place, random),
      };

      /** Kills a command, which may have finished before, and runs it again. */
      const convert = async (command: Command, moment: Moment): Promise<void> => {
        const { killed, code, stderr } = await library.run(command, moment);
        if (!killed) expect([code, stderr], 'it was quicker').to.deep.equal([0, '']);
        const again = await library.run(command);
        const at = `${command} after a kill at ${JSON.stringify(moment)}: ${again.stderr}`;
        if (again.code !== 0) expect(again.stderr, at).to.match(/is encrypted already|is not encrypted/);
        expect(await library.content(), at).to.deep.equal(before);
        const isPlain = !existsSync(keyringFile(library.place.dataDir));
        expect(isPlain, at).to.equal(command === 'decrypt');
        if (!isPlain) expect(library.found(), at).to.deep.equal([]);
        if (killed) count[command] += 1;
        else moments[command].push(sooner(moment));
      };
      const count = { encrypt: 0, decrypt: 0 };
      for (let round = 0; Math.min(count.encrypt, count.decrypt) < kills; round += 1) {
        for (const command of ['encrypt', 'decrypt'] as const) {
          await convert(command, moments[command][round] ?? { afterStart: 0 });
        }
      }
    }));
});
