import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { UploadDecoder } from '../../../core/media/photo-reader.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { until } from '../../support/until.ts';

/** `npm run test:long` runs a hundred. */
const rounds = Number(process.env['BROKEN_DECODERS'] ?? 5);
/** Added in each round, so that there is always something to index. */
const photosPerRound = 8;

/** Killed by the system, crashed, and hanging. */
const signals = ['SIGKILL', 'SIGSEGV', 'SIGSTOP'] as const;

/** The same numbers from 0 to 1 in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe(`decoders that are killed, crash or hang ${rounds} times while photos are indexed and uploaded`, function () {
  this.timeout(900_000 + rounds * 30_000);
  const random = seeded(7);
  let folder: string;
  let rig: IndexerRig;
  let photos = 0;
  let broken = 0;
  let uploaded = 0;
  const uploadErrors: unknown[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const photo = await photoLikeJpeg(1, 2000, 1500);
    const source = new MemorySource();
    const addPhotos = (): void => {
      for (let added = 0; added < photosPerRound; added += 1) {
        photos += 1;
        source.put(`photo-${photos}`, Buffer.concat([photo, Buffer.from(String(photos))]));
      }
    };
    addPhotos();
    rig = new IndexerRig({ folder, source, config: { patience: 4 }, ownDecoders: true });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    let over = false;
    const uploads = uploading(photo, () => over);
    await rig.settle();
    await breakDecoders(addPhotos);
    over = true;
    await Promise.all([rig.settle(), uploads]);
    // A photo whose process was broken twice waits for its next attempt.
    for (let round = 0; round < 5 && rig.indexer.retryFailed() > 0; round += 1) await rig.indexer.settled();
    delay.disable();
    if (process.env['BROKEN_DECODERS']) {
      const [p99, max] = [delay.percentile(99) / 1e6, delay.max / 1e6];
      console.log(`        event loop p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms; ${uploaded} uploads`);
    }
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  async function uploading(photo: Buffer, over: () => boolean): Promise<void> {
    const decoder = new UploadDecoder(rig.reader);
    const { signal } = new AbortController();
    while (!over()) {
      try {
        const size = await decoder.size(photo, signal);
        const picture = await decoder.decode(photo, 640, signal);
        expect([size, picture.width, picture.height]).to.deep.equal([{ width: 2000, height: 1500 }, 640, 480]);
        uploaded += 1;
      } catch (error) {
        uploadErrors.push(error);
      }
    }
  }

  /** Breaks decoders one after the other, of indexing and uploads in turn, a moment after they have started. */
  async function breakDecoders(addPhotos: () => void): Promise<void> {
    while (broken < rounds) {
      addPhotos();
      rig.indexer.wake();
      const running = (): number[] => rig.reader.pids[broken % 2 === 0 ? 'indexing' : 'people'];
      await until(() => running().length > 0);
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      const pid = running()[0];
      // It has just ended by itself.
      if (pid === undefined) continue;
      process.kill(pid, signals[Math.floor(random() * signals.length)]);
      await until(() => !running().includes(pid));
      broken += 1;
    }
  }

  it('lose no photo', () => {
    expect(broken).to.equal(rounds);
    const rows = rig.photos();
    expect(rows).to.have.length(photos);
    for (const row of rows) {
      expect(row, row.uid).to.include({ state: 'indexed', in_hand: 0, width: 2000, thumb_revision: 1 });
      expect(existsSync(rig.thumbPath(row)), row.uid).to.equal(true);
    }
    expect(rig.indexer.progress().trouble).to.equal(null);
  });

  it('complete uploads, except those that two failures hit', () => {
    expect(uploaded).to.be.above(rounds / 2);
    for (const error of uploadErrors) expect((error as Error).message).to.match(/ twice\.$/);
    expect(uploadErrors.length).to.be.at.most(rounds / 4);
  });
});
