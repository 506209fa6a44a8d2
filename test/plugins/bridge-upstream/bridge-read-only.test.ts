import { spawnSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { askBridge } from '../../support/bridge-rig.ts';
import { endBridges, startBridgeProcess, whereIs, type BridgeProcess } from '../../support/bridge-process.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** System calls that create, change or remove a file or folder; those that open files are checked separately. */
const writing =
  /^(creat|unlink|rename|mkdir|rmdir|link|symlink|mknod|truncate|chmod|fchmodat|chown|lchown|fchownat|utime|futimesat|setxattr|lsetxattr|removexattr|lremovexattr|mount|umount)/;
const writeFlags = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/;

async function fill(store: string): Promise<void> {
  mkdirSync(join(store, 'trip'), { recursive: true });
  for (const [index, name] of ['a.jpg', 'trip/b.jpg', 'trip/c.png'].entries()) {
    writeFileSync(join(store, name), await photoLikeJpeg(index + 1, 800, 600));
    utimesSync(join(store, name), 1_600_000_000, 1_600_000_000);
  }
}

/** Waits for the first scan, then reads every photo in every way. */
async function useAll(bridge: BridgeProcess): Promise<void> {
  const where = whereIs(bridge);
  await until(async () => (await askBridge(where, '/v1/health')).json['state'] === 'ready');
  const { json } = await askBridge(where, '/v1/timeline');
  const uids = (json['items'] as { uid: string }[]).map(({ uid }) => uid);
  expect(uids).to.have.length(3);
  for (const uid of uids) {
    expect((await askBridge(where, `/v1/photos/${uid}/full`)).status).to.equal(200);
    expect((await askBridge(where, `/v1/photos/${uid}/full`, { method: 'HEAD' })).status).to.equal(200);
    const part = await askBridge(where, `/v1/photos/${uid}/full`, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.body.length]).to.deep.equal([206, 100]);
    expect((await askBridge(where, `/v1/photos/${uid}/thumbnail?size=512`)).status).to.equal(200);
  }
}

/** Everything in a folder that a change would affect. */
function traces(folder: string): object {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, mtimeMs, ctimeMs, size, ino, uid, gid } = lstatSync(join(folder, name));
      return { name, mode, mtimeMs, ctimeMs, size, ino, uid, gid };
    });
}

/** Lines of `strace -y` about paths at or below `folder`. */
const callsOn = (trace: string, folder: string): string[] =>
  trace
    .split('\n')
    .map((line) => line.replace(/^\d+ +/, ''))
    .filter((line) => line.includes(folder));

describe('the access of the bridge to its store', () => {
  afterEach(endBridges);

  it('opens nothing for writing, and creates, changes or removes nothing, according to its system calls', function () {
    if (!hasStrace) {
      console.log('        (skipped: strace is not installed)');
      this.skip();
    }
    return withTempFolder(async (at) => {
      const store = join(at, 'store');
      const trace = join(at, 'trace');
      await fill(store);
      const before = traces(store);
      const calls = 'trace=%file,fchmod,fchown,ftruncate,fallocate,futimesat,fsetxattr,fremovexattr';
      const bridge = await startBridgeProcess(
        {
          BRIDGE_DRIVER: 'folder',
          BRIDGE_STORE: store,
          BRIDGE_DATA_DIR: join(at, 'data'),
          BRIDGE_SCAN_INTERVAL: '1',
        },
        { through: ['strace', '-f', '-y', '-s', '4096', '-e', calls, '-o', trace] },
      );
      await useAll(bridge);
      // strace passes no signals on, so its child gets the signal.
      const { pid } = bridge.child;
      process.kill(
        Number.parseInt(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')),
        'SIGTERM',
      );
      await until(() => bridge.child.exitCode !== null);

      const text = readFileSync(trace, 'utf8');
      const inStore = callsOn(text, store);
      // Proves that the trace contains reads, and also writes where they are allowed.
      expect(inStore.filter((line) => /^openat?\(.*a\.jpg.*O_RDONLY/.test(line))).not.to.be.empty;
      expect(callsOn(text, join(at, 'data')).filter((line) => writeFlags.test(line))).not.to.be.empty;
      expect(callsOn(text, join(at, 'data')).filter((line) => writing.test(line))).not.to.be.empty;

      expect(inStore.filter((line) => writeFlags.test(line))).to.deep.equal([]);
      expect(inStore.filter((line) => writing.test(line))).to.deep.equal([]);
      expect(
        inStore.filter((line) => /^f(chmod|chown|truncate|allocate|setxattr|removexattr)/.test(line)),
      ).to.deep.equal([]);
      expect(traces(store)).to.deep.equal(before);
    });
  });

  it('works if the store is mounted read-only', function () {
    return withTempFolder(async (at) => {
      const [origin, store] = [join(at, 'origin'), join(at, 'store')];
      await fill(origin);
      mkdirSync(store);
      const mounted =
        process.getuid?.() === 0 &&
        spawnSync('mount', ['--bind', origin, store]).status === 0 &&
        spawnSync('mount', ['-o', 'remount,ro,bind', store]).status === 0;
      try {
        if (!mounted) {
          console.log('        (skipped: mounting takes root and its privileges)');
          this.skip();
        }
        expect(() => {
          copyFileSync(join(store, 'a.jpg'), join(store, 'copy.jpg'));
        }).to.throw(/EROFS/);
        const bridge = await startBridgeProcess({
          BRIDGE_DRIVER: 'folder',
          BRIDGE_STORE: store,
          BRIDGE_DATA_DIR: join(at, 'data'),
          BRIDGE_REQUIRE_MOUNT: '1',
        });
        await useAll(bridge);
        expect(await bridge.stop()).to.equal(0);
      } finally {
        spawnSync('umount', [store]);
      }
    });
  });

  it('does not mistake the empty folder of a missing mount for an empty store', function () {
    return withTempFolder(async (at) => {
      const [origin, store] = [join(at, 'origin'), join(at, 'store')];
      await fill(origin);
      mkdirSync(store);
      if (process.getuid?.() !== 0 || spawnSync('mount', ['--bind', origin, store]).status !== 0) {
        console.log('        (skipped: mounting takes root and its privileges)');
        this.skip();
      }
      try {
        const bridge = await startBridgeProcess({
          BRIDGE_DRIVER: 'folder',
          BRIDGE_STORE: store,
          BRIDGE_DATA_DIR: join(at, 'data'),
          BRIDGE_REQUIRE_MOUNT: '1',
          BRIDGE_SCAN_INTERVAL: '1',
        });
        await useAll(bridge);
        // Lazily: the bridge may have files in it open.
        spawnSync('umount', ['-l', store]);
        const where = whereIs(bridge);
        await until(async () => (await askBridge(where, '/v1/health')).json['reason'] === 'not_mounted');
        const { json } = await askBridge(where, '/v1/timeline');
        expect(json['items']).to.have.length(3);
        const [photo] = json['items'] as { uid: string }[];
        const full = await askBridge(where, `/v1/photos/${photo!.uid}/full`);
        expect([full.status, full.json['code']]).to.deep.equal([503, 'upstream_unreachable']);
        spawnSync('mount', ['--bind', origin, store]);
        await until(async () => (await askBridge(where, '/v1/health')).json['reachable'] === true);
        expect((await askBridge(where, `/v1/photos/${photo!.uid}/full`)).status).to.equal(200);
        await bridge.stop();
      } finally {
        spawnSync('umount', [store]);
      }
    });
  });
});
