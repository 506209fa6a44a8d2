import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { missedPhotos } from '../../../plugins/bridge-upstream/bridge/proton-faces/journal/list-comparison.ts';
import {
  openProtonJournal,
  type ProtonJournal,
} from '../../../plugins/bridge-upstream/bridge/proton-faces/journal/proton-journal.ts';
import { endBridges, startBridgeProcess, whereIs, type BridgeProcess } from '../../support/bridge-process.ts';
import { askBridge } from '../../support/bridge-rig.ts';
import { fromSource } from '../../support/programs.ts';
import { ProtonStandIn } from '../../support/proton-stand-in.ts';
import { until } from '../../support/until.ts';

/** More than are requested, and compared, in one step. */
const photos = 3000;

describe('a bridge in front of proton-faces that is killed', function () {
  let upstream: ProtonStandIn;
  let dataDir: string;

  beforeEach(async () => {
    upstream = await new ProtonStandIn().start();
    dataDir = join(upstream.folder, 'data');
  });
  afterEach(async () => {
    await endBridges();
    await upstream.close();
  });

  const start = (): Promise<BridgeProcess> =>
    startBridgeProcess({
      BRIDGE_DRIVER: 'proton-faces',
      BRIDGE_UPSTREAM: upstream.url,
      BRIDGE_UPSTREAM_TOKEN: upstream.token,
      BRIDGE_DATA_DIR: dataDir,
      BRIDGE_SCAN_INTERVAL: '1',
      LOG_LEVEL: 'silent',
    });

  /** Starts a bridge, and kills it at its second request for nodes, before the response. */
  async function killedAtSecondNodes(): Promise<void> {
    let asked = 0;
    const killed = new Promise<void>((resolve, reject) => {
      upstream.onAsked = async (what) => {
        if (!what.endsWith('/nodes')) return;
        asked += 1;
        if (asked === 2) await bridge.then((each) => each.kill()).then(resolve, reject);
      };
    });
    const bridge = start();
    await killed;
    upstream.onAsked = undefined;
  }

  async function hasPhotos(bridge: BridgeProcess, count: number): Promise<void> {
    await until(async () => {
      const { json } = await askBridge(whereIs(bridge), '/v1/health');
      return json['state'] !== 'starting' && (json['counts'] as { photos: number }).photos === count;
    });
  }

  function inJournal<T>(use: (journal: ProtonJournal) => T): T {
    const journal = openProtonJournal(dataDir);
    try {
      return use(journal);
    } finally {
      journal.close();
    }
  }

  const missed = ({ db }: ProtonJournal): number =>
    db.prepare<[], number>('SELECT count(*) FROM files WHERE missed > 0').pluck().get() ?? 0;

  it('continues its first reading, its comparison of lists and its removal of photos', async () => {
    const { library } = upstream;
    for (let i = 0; i < photos; i += 1) library.put(`${i}.jpg`, Buffer.from(`${i}`));

    await killedAtSecondNodes();
    const read = inJournal((journal) => [journal.isFilled, journal.counts().photos] as const);
    expect(read, 'in the first reading').to.deep.equal([false, 1000]);
    const second = await start();
    await hasPhotos(second, photos);
    await second.kill();

    const uids = library.listed().map(({ uid }) => uid);
    const gone = [...uids.slice(0, 520), ...uids.slice(-30)];
    for (const uid of gone) library.photos.delete(uid);
    const list = JSON.stringify(library.listed().map(({ uid }) => uid));
    const comparing = [...fromSource('test/fixtures/comparing-process.ts'), dataDir];
    expect(spawnSync(process.execPath, comparing, { input: list }).signal).to.equal('SIGKILL');
    expect(inJournal(missed), 'in the middle of comparing').to.equal(520);

    await killedAtSecondNodes();
    // One batch is dropped; the others were not missing in two lists yet, or the store was not asked about them.
    expect(inJournal((journal) => journal.counts().photos)).to.equal(photos - 500);

    const last = await start();
    await hasPhotos(last, photos - gone.length);
    await last.stop();
    const left = new Set(library.photos.keys());
    inJournal(({ db }) => {
      const known = db.prepare<[], string>('SELECT uid FROM files').pluck().all();
      expect(known.every((uid) => left.has(uid)) && known.length === left.size).to.equal(true);
      expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    });
  });

  it('finds missing photos by an index', () => {
    const plan = inJournal(({ db }) =>
      db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${missedPhotos}`)
        .all({ missed: 2, id: 0, limit: 9 }),
    );
    expect(plan.map(({ detail }) => detail)).to.deep.equal(['SEARCH files USING INDEX files_missed (missed>?)']);
  });
});
