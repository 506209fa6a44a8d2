import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runBridge, startBridgeProcess, type BridgeProcess } from '../support/bridge-process.ts';
import { rigToken } from '../support/bridge-rig.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { sha1Of } from '../support/proton-library.ts';
import { ProtonStandIn } from '../support/proton-stand-in.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { smallPhotos } from '../support/small-photos.ts';
import { until } from '../support/until.ts';

describe('a server whose bridge is connected to a proton-faces bridge', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  let upstream: ProtonStandIn;
  let bridge: BridgeProcess;
  let server: ServerProcess;
  let library: LibraryClient;
  let environment: Record<string, string>;
  let contents: Record<string, string> = {};

  before(async () => {
    upstream = await new ProtonStandIn().start();
    for (const [name, bytes] of await smallPhotos(6)) {
      upstream.library.put(`Summer/${name}`, bytes);
      contents[`Summer/${name}`] = sha1Of(bytes);
    }
    environment = {
      ...{ BRIDGE_DRIVER: 'proton-faces', BRIDGE_UPSTREAM: upstream.url, BRIDGE_UPSTREAM_TOKEN: upstream.token },
      ...{ BRIDGE_WORK_DIR: upstream.workDir, BRIDGE_DATA_DIR: join(folder, 'bridge'), BRIDGE_SCAN_INTERVAL: '1' },
    };
    bridge = await startBridgeProcess(environment);
    server = await startServerProcess({
      ...{ DATA_DIR: join(folder, 'data'), TZ: 'UTC', SYNC_INTERVAL: '1', VALIDATE_ANSWERS: '1' },
      ...{ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password },
      ...{ BRIDGE_URL: bridge.url, BRIDGE_TOKEN: rigToken },
    });
    library = await LibraryClient.signIn(server.url);
  });
  after(async () => {
    await server.stop();
    await bridge.stop();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the library, and follows its changes', async () => {
    await library.untilHolds(contents);
    const added = Buffer.concat([...(await smallPhotos(1)).values(), Buffer.from('another')]);
    upstream.library.put('added.jpg', added);
    contents['added.jpg'] = sha1Of(added);
    await library.untilHolds(contents);
    const [removed = ''] = Object.keys(contents);
    upstream.library.remove(removed);
    contents = Object.fromEntries(Object.entries(contents).filter(([name]) => name !== removed));
    await library.untilHolds(contents);
  });

  it('keeps the library while the other bridge refuses requests, and while it is down', async () => {
    upstream.faults.refuses = true;
    await until(async () => !(await library.bridgeCheck()).ok);
    expect(await library.total()).to.equal(Object.keys(contents).length);
    await upstream.stop();
    await until(async () => (await library.bridgeCheck()).detail.includes('does not answer'));
    upstream.faults.refuses = false;
    await upstream.start();
    await until(async () => (await library.bridgeCheck()).ok);
    await library.untilHolds(contents);
  });

  it('keeps the library when its own bridge is killed', async () => {
    const listen = { BRIDGE_LISTEN: new URL(bridge.url).host };
    await bridge.kill();
    bridge = await startBridgeProcess({ ...environment, ...listen });
    await until(async () => (await library.bridgeCheck()).ok);
    await library.untilHolds(contents);
  });

  it('has commands that check the other bridge and confirm a loss', async () => {
    const checked = await runBridge(['check'], environment);
    expect([checked.code, checked.stdout]).to.deep.equal([
      0,
      'The bridge of proton-faces is there and logged in: 6 photos and videos.\nIts folder of thumbnails can be read.\n',
    ]);
    const lost = await runBridge(['check'], { ...environment, BRIDGE_WORK_DIR: join(folder, 'nowhere') });
    expect(lost.code).to.equal(1);
    expect(lost.stderr).to.match(/BRIDGE_WORK_DIR cannot be read \(ENOENT\)/);
    const agreed = await runBridge(['accept-loss'], environment);
    expect([agreed.code, agreed.stderr]).to.deep.equal([
      ...[1, 'photofinch-bridge: There is nothing to agree to: the bridge has not seen many photos vanish.\n'],
    ]);
  });
});
