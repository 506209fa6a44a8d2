import { join } from 'node:path';
import { expect } from 'chai';
import { needNats } from '../../support/nats-server.ts';
import { compilers } from '../../support/programs.ts';
import { skip } from '../../support/skip.ts';
import { straceInstalled, Witness } from '../../support/witness.ts';
import { picture, WorkerRig } from './worker-rig.ts';

describe('a worker, from its first start to its exit', () => {
  let started: WorkerRig | undefined;

  before(function () {
    needNats(this);
    if (!straceInstalled) skip(this, 'strace is not installed');
  });
  after(async () => {
    await started?.close();
  });

  it('connects to nothing but NATS, and stores nothing but its key', async () => {
    const rig = (started = await WorkerRig.start());
    const witness = new Witness(join(rig.folder, 'seen'));
    const server = await rig.server();
    const worker = await rig.worker({}, witness.of('worker'));
    await server.admit(worker);
    for (const number of [1, 2, 3]) expect(await server.see(picture(number))).to.have.length(8);
    await worker.stop();
    await witness.done();
    expect(witness.strangersAsked()).to.deep.equal([]);
    // The record is written by the models of this test.
    expect(witness.changedOutside([rig.record, ...compilers])).to.deep.equal([`worker: ${join(rig.folder, 'key-1')}`]);
  });
});
