import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { BridgeSource } from '../../../plugins/bridge-upstream/client/bridge-source.ts';
import { rigToken } from '../../support/bridge-rig.ts';
import { farPicture } from '../../support/far-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { ProtonRig } from '../../support/proton-rig.ts';

describe('the index of a library of proton-faces', function () {
  let folder: string;
  let proton: ProtonRig;
  let source: BridgeSource;
  let rig: IndexerRig | undefined;
  let size: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    proton = new ProtonRig();
    const picture = await farPicture('olive');
    size = picture.length + 1;
    for (const name of ['a', 'b', 'c']) {
      proton.upstream.library.put(`${name}.jpg`, Buffer.concat([picture, Buffer.from(name)]));
    }
    proton.upstream.library.put('v.mp4', Buffer.alloc(600_000, 'video'));
    await proton.ready();
    source = new BridgeSource({ address: parseBridgeUrl(proton.url), token: rigToken, workers: 3 });
  });

  after(async () => {
    await source.close();
    await proton.close();
    rmSync(folder, { recursive: true });
  });

  afterEach(async () => {
    await rig?.close();
  });

  const open = (originalsBudget: number): Promise<void> => {
    rig = new IndexerRig({ folder, source, config: { originalsBudget } });
    return rig.settle();
  };
  const downloads = (): number => proton.upstream.asked(/GET \/photo\//);

  it('is made without any original if none may be read', async () => {
    await open(0);
    expect(rig!.photos().map(({ kind, state }) => `${kind} ${state}`)).to.have.members([
      ...['image indexed', 'image indexed', 'image indexed'],
      'video indexed',
    ]);
    expect(downloads()).to.equal(0);
  });

  it('uses as many originals as the budget covers, each once, and no video', async () => {
    await open(2 * size);
    expect(rig!.photos().filter(({ examined }) => examined === 'original')).to.have.length(2);
    expect(downloads()).to.equal(2);
  });
});
