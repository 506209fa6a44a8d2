import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

describe('a crash of the server while it reads a photo', function () {
  it('counts as a failed attempt, and the third one makes the photo fail until it is retried', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    source.put('deadly', jpeg);
    source.put('fine', jpeg);
    source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
    let rig = new IndexerRig({ folder, source });
    await rig.settle();
    for (let death = 1; death <= 3; death += 1) {
      rig.db.exec(`UPDATE photos SET in_hand = 1 WHERE uid = 'deadly'`);
      await rig.close();
      rig = new IndexerRig({ folder, source });
      await rig.settle();
      expect(rig.photo('deadly')).to.include({ attempts: death, in_hand: 0 });
      expect(rig.photo('deadly').state).to.equal(death < 3 ? 'pending' : 'failed');
    }
    expect(rig.photo('deadly').error).to.equal('The server died three times while reading this photo.');
    source.faults.clear();
    await rig.settle();
    expect(rig.photo('fine').state).to.equal('indexed');
    rig.indexer.retryFailed();
    await rig.indexer.settled();
    expect(rig.photo('deadly')).to.include({ state: 'indexed', attempts: 0 });
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('puts the photo behind the others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    // The newest one comes first, unless the server has crashed over it.
    for (const uid of ['fine', 'fine-too', 'deadly']) source.put(uid, jpeg);
    source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
    let rig = new IndexerRig({ folder, source });
    await rig.settle();
    rig.db.exec(`UPDATE photos SET retry_at = 0, in_hand = (uid = 'deadly')`);
    await rig.close();
    const opened: string[] = [];
    source.faults.set('open', (next, _signal, uid) => {
      opened.push(uid);
      return next();
    });
    rig = new IndexerRig({ folder, source, config: { workers: 1 } });
    await rig.settle();
    await rig.close();
    rmSync(folder, { recursive: true });
    expect(opened).to.deep.equal(['fine-too', 'fine', 'deadly']);
  });

  it('does not make a photo fail early because of failures of other kinds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    source.put('broken', Buffer.from('no picture'));
    let rig = new IndexerRig({ folder, source });
    await rig.settle();
    rig.indexer.retryFailed();
    await rig.indexer.settled();
    expect(rig.photo('broken')).to.include({ attempts: 2, state: 'failed' });
    rig.db.exec(`UPDATE photos SET in_hand = 1, state = 'pending'`);
    await rig.close();
    source.faults.set('health', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
    rig = new IndexerRig({ folder, source });
    await rig.settle();
    expect(rig.photo('broken')).to.include({ attempts: 3, state: 'pending', error: null });
    await rig.close();
    rmSync(folder, { recursive: true });
  });
});
