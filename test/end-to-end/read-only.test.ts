import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BridgedService } from '../support/bridged-service.ts';
import { EditedGocryptfsVault, EditedRcloneVault, type EditedStore } from '../support/edited-store.ts';
import { gocryptfsMounts } from '../support/mounted-vault.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { skip, withoutGocryptfs } from '../support/skip.ts';
import { until } from '../support/until.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** System calls that could create, change or remove something; those that open files are checked separately. */
const writing =
  /^(creat|unlink|rename|mkdir|rmdir|link|symlink|mknod|f?truncate|fallocate|f?chmod|f?chown|lchown|utime|futimesat|[lf]?setxattr|[lf]?removexattr)/;
const writeFlags = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/;

/** The visible state of a folder, except for the times at which it was read. */
const traces = (folder: string): object[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, mtimeMs, ctimeMs, size, ino, uid, gid } = lstatSync(join(folder, name));
      return { name, mode, mtimeMs, ctimeMs, size, ino, uid, gid };
    });

/** Reads every photo of the library in every way. */
async function useAll({ library }: BridgedService): Promise<void> {
  await until(async () => (await library.total()) > 0 && (await library.indexer()).state === 'waiting');
  const photos = await library.photos();
  for (const photo of photos.values()) {
    expect(await library.bytes(photo)).to.have.length(photo.size);
    // An empty file has no ranges.
    if (photo.size === 0) continue;
    const part = await library.ask(`/api/photos/${photo.uid}/full`, { headers: { range: 'bytes=10-99' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).to.deep.equal([206, 90]);
    if (photo.thumb_url) expect((await library.ask(photo.thumb_url)).status).to.equal(200);
  }
}

for (const [name, available, makeStore] of [
  ['a vault of rclone', true, (root: string): EditedStore => new EditedRcloneVault(root)],
  ['a vault of gocryptfs', gocryptfsMounts, (root: string): EditedStore => new EditedGocryptfsVault(root)],
] as const) {
  describe(`a bridge for ${name}`, () => {
    let house: BridgedService | undefined;
    afterEach(async () => {
      await house?.close();
      house = undefined;
    });

    const fill = async (): Promise<BridgedService> => {
      house = new BridgedService(makeStore);
      // The fixture vault of rclone has photos already, and is read even if rclone is missing.
      if (name !== 'a vault of rclone') {
        for (const seed of [1, 2]) house.store.put(`Trip/${seed}.jpg`, await photoLikeJpeg(seed, 640, 480));
        house.store.put('Trip/video.mp4', Buffer.alloc(300_000, 1));
      }
      return house;
    };

    it('opens nothing in the store for writing, and changes nothing', async function () {
      if (!available) skip(this, withoutGocryptfs);
      if (!hasStrace) skip(this, 'strace is not installed');
      const traced = await fill();
      const { folder } = traced;
      const store = join(folder, 'store');
      const trace = join(folder, 'trace');
      const before = traces(store);
      const calls = 'trace=%file,%desc';
      await traced.startBridge({}, ['strace', '-f', '-y', '-s', '512', '-e', calls, '-o', trace]);
      await traced.startService();
      await useAll(traced);
      // The tracer does not pass signals on, so its child gets the signal.
      const { pid } = traced.bridge.child;
      const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
      process.kill(Number.parseInt(children), 'SIGTERM');
      await until(() => traced.bridge.child.exitCode !== null);

      const lines = readFileSync(trace, 'utf8').split('\n');
      const callsOn = (place: string): string[] =>
        lines.map((line) => line.replace(/^\d+ +/, '')).filter((line) => line.includes(`${place}/`));
      // The test would prove nothing without seeing reads, and writes where these are allowed.
      expect(callsOn(store).filter((line) => /^openat\(.*O_RDONLY/.test(line))).not.to.be.empty;
      expect(callsOn(join(folder, 'bridge-data')).filter((line) => writeFlags.test(line))).not.to.be.empty;
      expect(callsOn(store).filter((line) => line.startsWith('open') && writeFlags.test(line))).to.deep.equal([]);
      expect(callsOn(store).filter((line) => writing.test(line) || /^p?writev?(64)?\(/.test(line))).to.deep.equal([]);
      expect(traces(store)).to.deep.equal(before);
    });

    it('works on a store that is mounted read-only', async function () {
      if (!available) skip(this, withoutGocryptfs);
      if (process.getuid?.() !== 0) skip(this, 'mounting takes root');
      const mounted = await fill();
      const store = join(mounted.folder, 'store');
      const origin = join(mounted.folder, 'origin');
      mkdirSync(origin);
      // If gocryptfs serves the folder, it keeps it open by its old name.
      mounted.store.close();
      renameSync(store, origin);
      mkdirSync(store);
      if (spawnSync('mount', ['--bind', origin, store]).status !== 0) skip(this, 'nothing may be mounted');
      try {
        execFileSync('mount', ['-o', 'remount,ro,bind', store]);
        await mounted.startBridge({ BRIDGE_REQUIRE_MOUNT: '1' });
        await mounted.startService();
        await useAll(mounted);
        expect(await mounted.library.bridgeCheck()).to.include({ ok: true });
      } finally {
        await mounted.bridge.stop();
        execFileSync('umount', [store]);
      }
    });
  });
}
