import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { askBridge, rigToken } from '../../support/bridge-rig.ts';
import {
  endBridges,
  runBridge,
  startBridgeProcess,
  whereIs,
  type BridgeProcess,
  healthOf,
} from '../../support/bridge-process.ts';
import { photofinchBridge } from '../../support/programs.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** Writes a file with a modification time an hour ago: the bridge ignores files that may still be growing. */
function put(file: string, bytes: Buffer | string): void {
  writeFileSync(file, bytes);
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(file, hourAgo, hourAgo);
}

const items = async (bridge: BridgeProcess): Promise<{ uid: string; rev: string }[]> =>
  (await askBridge(whereIs(bridge), '/v1/timeline')).json['items'] as { uid: string; rev: string }[];

describe('the bridge process', () => {
  afterEach(endBridges);

  const inFolders = (use: (store: string, environment: Record<string, string>) => Promise<void>): Promise<void> =>
    withTempFolder(async (at) => {
      const store = join(at, 'store');
      mkdirSync(join(store, 'trip'), { recursive: true });
      put(join(store, 'trip', 'a.jpg'), await photoLikeJpeg(1, 640, 480));
      put(join(store, 'trip', 'b.jpg'), await photoLikeJpeg(2, 640, 480));
      put(join(store, 'c.jpg'), await photoLikeJpeg(3, 640, 480));
      await use(store, { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: store, BRIDGE_DATA_DIR: join(at, 'data') });
    });

  it('scans its store at once on SIGHUP', () =>
    inFolders(async (store, environment) => {
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1h' });
      await until(async () => (await items(bridge)).length === 3 && (await healthOf(bridge))['state'] === 'ready');
      put(join(store, 'd.jpg'), await photoLikeJpeg(4, 640, 480));
      bridge.child.kill('SIGHUP');
      await until(async () => (await items(bridge)).length === 4);
      expect(await bridge.stop()).to.equal(0);
    }));

  it('continues its start after a SIGHUP', () =>
    inFolders(async (store, environment) => {
      // The bridge waits for its token until that is written.
      const pipe = join(store, '..', 'token');
      execFileSync('mkfifo', ['-m', '600', pipe]);
      const atToken = async (child: ChildProcess): Promise<void> => {
        const token = await open(pipe, 'w');
        child.kill('SIGHUP');
        await token.writeFile(rigToken);
        await token.close();
      };
      const settings = { ...environment, BRIDGE_TOKEN: '', BRIDGE_TOKEN_FILE: pipe };
      const bridge = await startBridgeProcess(settings, { meanwhile: atToken });
      await until(async () => (await items(bridge)).length === 3);
      expect(await bridge.stop()).to.equal(0);
    }));

  it('scans its store soon, but not each time, if a changed file is requested repeatedly', () =>
    inFolders(async (store, environment) => {
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1h' });
      await until(async () => (await items(bridge)).length === 3 && (await healthOf(bridge))['state'] === 'ready');
      const scans = (): number => bridge.output().split('"Store scanned"').length - 1;
      const before = await items(bridge);
      const [photo] = before;
      const begun = performance.now();
      for (let i = 0; i < 30; i += 1) {
        for (const name of ['trip/a.jpg', 'trip/b.jpg', 'c.jpg']) put(join(store, name), `changed ${i} times`);
        // On a busy machine, the rounds take so long that a scan reads the file before the request.
        expect((await askBridge(whereIs(bridge), `/v1/photos/${photo!.uid}/full`)).status).to.be.oneOf([200, 502]);
        await healthOf(bridge);
      }
      expect(scans()).to.be.at.most(2 + Math.floor((performance.now() - begun) / 5000));
      await until(async () => (await items(bridge)).every(({ rev }) => before.every((item) => item.rev !== rev)));
      expect(await bridge.stop()).to.equal(0);
    }));

  it('serves a folder, keeps its uids across a kill and a restart, and stops on request', () =>
    inFolders(async (store, environment) => {
      const first = await startBridgeProcess(environment);
      await until(async () => (await items(first)).length === 3);
      const before = await items(first);
      const storeId = (await healthOf(first))['storeId'];
      const [photo] = before;
      const full = await askBridge(whereIs(first), `/v1/photos/${photo!.uid}/full`);
      expect(full.headers['x-content-sha1']).to.equal(photo!.rev);
      await first.kill();

      put(join(store, 'd.jpg'), await photoLikeJpeg(4, 640, 480));
      const second = await startBridgeProcess(environment);
      await until(async () => (await items(second)).length === 4);
      const after = await items(second);
      expect(after).to.deep.include.members(before);
      expect((await healthOf(second))['storeId']).to.equal(storeId);
      expect(await second.stop()).to.equal(0);
      expect(second.output()).not.to.match(/"level":(50|60)|unexpected/);
    }));

  it('stops while a client does not read its response', () =>
    inFolders(async (store, environment) => {
      put(join(store, 'large.mp4'), Buffer.alloc(64 * 1024 * 1024));
      const bridge = await startBridgeProcess(environment);
      await until(async () => (await items(bridge)).length === 4);
      const nodes = await askBridge(whereIs(bridge), '/v1/nodes', {
        method: 'POST',
        body: JSON.stringify({ uids: (await items(bridge)).map(({ uid }) => uid) }),
      });
      const video = (nodes.json['nodes'] as { uid: string; kind: string }[]).find(({ kind }) => kind === 'video')!;
      const { port } = whereIs(bridge) as { port: number };
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET /v1/photos/${video.uid}/full HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n\r\n`);
      socket.once('data', () => socket.pause());
      await until(() => socket.bytesRead > 0);
      expect(await bridge.stop()).to.equal(0);
      socket.destroy();
    }));

  it('listens on a socket that its group can use, and replaces a stale one', () =>
    inFolders(async (_store, folders) => {
      const path = join(folders['BRIDGE_DATA_DIR'] ?? '', '..', 'bridge.sock');
      const environment = { ...folders, BRIDGE_LISTEN: `unix:${path}` };
      const first = await startBridgeProcess(environment);
      expect(first.url).to.match(/^unix:\//);
      expect(statSync(path).mode & 0o777).to.equal(0o660);
      await until(async () => (await items(first)).length === 3);

      const rival = await runBridge(['serve'], {
        ...environment,
        BRIDGE_DATA_DIR: `${String(folders['BRIDGE_DATA_DIR'])}-2`,
        BRIDGE_TOKEN: 'b'.repeat(32),
      });
      expect([rival.code, rival.stdout]).to.deep.equal([1, '']);
      expect(rival.stderr).to.match(/^photofinch-bridge: Another program listens on the socket of BRIDGE_LISTEN.*\n$/);

      await first.kill();
      expect(existsSync(path)).to.be.true;
      const second = await startBridgeProcess(environment);
      expect((await healthOf(second))['reachable']).to.be.a('boolean');
      expect(await second.stop()).to.equal(0);
      expect(existsSync(path)).to.be.false;
    }));

  it('prints one line about why it does not start', () =>
    inFolders(async (store, folders) => {
      const taken = createServer().listen(0, '127.0.0.1').unref();
      await new Promise((resolve) => taken.once('listening', resolve));
      const { port } = taken.address() as AddressInfo;
      const environment = { ...folders, BRIDGE_TOKEN: 'a'.repeat(32), LOG_LEVEL: 'silent' };
      const cases: [Record<string, string>, RegExp][] = [
        [{ ...environment, BRIDGE_LISTEN: `127.0.0.1:${port}` }, /The address of BRIDGE_LISTEN is taken/],
        [{ ...environment, BRIDGE_LISTEN: `unix:${store}/c.jpg` }, /BRIDGE_LISTEN names a file that is not a socket/],
        [
          { ...environment, BRIDGE_LISTEN: 'unix:/nowhere/at/all.sock' },
          /BRIDGE_LISTEN names a socket in a folder that does not/,
        ],
        [{ ...environment, BRIDGE_TOKEN: '' }, /BRIDGE_TOKEN is missing/],
        [{ ...environment, BRIDGE_DATA_DIR: join(store, 'data') }, /BRIDGE_DATA_DIR and BRIDGE_STORE/],
      ];
      for (const [bad, message] of cases) {
        const { code, stdout, stderr } = await runBridge(['serve'], bad);
        expect([code, stdout], stderr).to.deep.equal([1, '']);
        expect(stderr).to.match(message);
        expect(stderr.trimEnd())
          .to.match(/^photofinch-bridge: /)
          .and.not.contain('\n');
      }
      taken.close();
      expect(existsSync(join(store, 'data'))).to.be.false;
    }));

  it('does not start with --require-store if the store does not open', () =>
    inFolders(async (store, folders) => {
      renameSync(store, `${store}-away`);
      const environment = { ...folders, BRIDGE_TOKEN: 'a'.repeat(32), BRIDGE_LISTEN: '127.0.0.1:0' };
      const { code, stderr } = await runBridge(['serve', '--require-store'], environment);
      expect([code, stderr]).to.deep.equal([
        1,
        'photofinch-bridge: The folder of the store does not exist: check BRIDGE_STORE and that the disk is mounted.\n',
      ]);
    }));

  it('exits with its parent process', () =>
    inFolders(async (_store, folders) => {
      const [file = '', ...execArgv] = [...photofinchBridge].reverse();
      const bridge = fork(file, ['serve'], {
        execArgv: execArgv.reverse(),
        env: { ...folders, PATH: process.env['PATH'], BRIDGE_TOKEN: rigToken, BRIDGE_LISTEN: '127.0.0.1:0' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [told] = (await once(bridge, 'message')) as [{ url: string }];
      expect(told.url).to.match(/^http:/);
      bridge.disconnect();
      const [code] = (await once(bridge, 'exit')) as [number | null];
      expect(code).to.equal(0);
    }));

  it('allows one process at a time to use its journal', () =>
    inFolders(async (_store, environment) => {
      const bridge = await startBridgeProcess(environment);
      const second = await runBridge(['serve'], {
        ...environment,
        BRIDGE_LISTEN: '127.0.0.1:0',
        BRIDGE_TOKEN: 'a'.repeat(32),
      });
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(/Another bridge runs on this data folder/);
      await bridge.stop();
    }));

  it('serves what it knows while the store is missing, and continues when it is back', () =>
    inFolders(async (store, environment) => {
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1' });
      await until(async () => (await items(bridge)).length === 3);
      const [photo] = await items(bridge);
      renameSync(store, `${store}-away`);
      await until(async () => (await healthOf(bridge))['reachable'] === false);
      expect(await items(bridge)).to.have.length(3);
      expect((await askBridge(whereIs(bridge), `/v1/photos/${photo!.uid}/full`)).json).to.include({ retryable: true });
      expect((await askBridge(whereIs(bridge), '/v1/nodes/never-seen')).status).to.equal(503);
      renameSync(`${store}-away`, store);
      await until(async () => (await healthOf(bridge))['reachable'] === true);
      expect((await askBridge(whereIs(bridge), `/v1/photos/${photo!.uid}/full`)).status).to.equal(200);
      expect((await askBridge(whereIs(bridge), '/v1/nodes/never-seen')).status).to.equal(404);
      await bridge.stop();
    }));

  it('waits for consent before it drops many missing photos', () =>
    inFolders(async (store, environment) => {
      for (let i = 0; i < 30; i += 1) put(join(store, `more-${i}.jpg`), `not much of a picture: ${i}`);
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1' });
      await until(async () => (await items(bridge)).length === 33);
      const early = await runBridge(['accept-loss'], environment);
      expect([early.code, early.stderr]).to.deep.equal([
        1,
        'photofinch-bridge: There is nothing to agree to: the bridge has not seen many photos vanish.\n',
      ]);
      for (let i = 0; i < 30; i += 1) rmSync(join(store, `more-${i}.jpg`));
      await until(async () => (await healthOf(bridge))['reason'] === 'mass_disappearance');
      expect(await items(bridge)).to.have.length(33);
      const { code, stdout } = await runBridge(['accept-loss'], environment);
      expect([code, stdout]).to.deep.equal([
        0,
        'Agreed: 30 of 33 photos may go. The next scan that still misses them drops them.\n',
      ]);
      await until(async () => (await items(bridge)).length === 3);
      expect(await healthOf(bridge)).to.include({ reachable: true });
      await bridge.stop();
    }));

  it('warns in its log if others can read its secrets', () =>
    inFolders(async (store, environment) => {
      const file = join(store, '..', 'token');
      writeFileSync(file, `${'t'.repeat(40)}\n`);
      chmodSync(file, 0o644);
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_TOKEN: '', BRIDGE_TOKEN_FILE: file });
      await until(() => bridge.output().includes('BRIDGE_TOKEN_FILE'));
      expect(bridge.output())
        .to.match(/BRIDGE_TOKEN_FILE/)
        .and.not.contain('tttt');
      const answer = await askBridge(whereIs(bridge), '/v1/health', {
        headers: { authorization: `Bearer ${'t'.repeat(40)}` },
      });
      expect(answer.status).to.equal(200);
      await bridge.stop();
    }));

  it('names no photo in its log, whatever goes wrong', () =>
    inFolders(async (store, environment) => {
      const bridge = await startBridgeProcess({ ...environment, BRIDGE_SCAN_INTERVAL: '1h' });
      await until(async () => (await healthOf(bridge))['state'] === 'ready');
      const uids = (await items(bridge)).map(({ uid }) => uid);
      // The whole store, so that the bridge has no message of its own for the missing files.
      renameSync(store, `${store}-elsewhere`);
      for (const uid of uids) {
        const answer = await askBridge(whereIs(bridge), `/v1/photos/${uid}/full`);
        expect(answer.status).to.be.oneOf([502, 503]);
      }
      await until(async () => (await healthOf(bridge))['reachable'] === false);
      await bridge.stop();
      expect(bridge.output())
        .to.contain('"level":40')
        .and.not.match(/[abc]\.jpg|trip/);
      for (const uid of uids) expect(bridge.output()).not.to.contain(uid);
    }));
});
