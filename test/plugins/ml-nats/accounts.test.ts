import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect } from 'chai';
import { needNats } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';
import { picture, WorkerRig } from './worker-rig.ts';

/** The accounts of the documented configuration, with passwords. */
const accounts = /^accounts \{[^]*^\}/m
  .exec(readFileSync('docs/deploy/nats.conf', 'utf8'))![0]
  .replace('$NATS_SERVER_PASSWORD', '"of-server"')
  .replace('$NATS_WORKER_PASSWORD', '"of-worker"');

describe('the accounts of docs/deploy/nats.conf', () => {
  let rig: WorkerRig;
  let started: WorkerRig | undefined;

  before(async function () {
    needNats(this);
    rig = started = await WorkerRig.start(accounts);
  });
  after(async () => {
    await started?.close();
  });

  const asServer = { ML_NATS_USER: 'server', ML_NATS_PASSWORD: 'of-server' };

  it('allow server and workers all that they need', async () => {
    const server = await rig.server({ environment: asServer });
    const file = join(rig.folder, 'password');
    writeFileSync(file, 'of-worker\n');
    const worker = await rig.worker({ ML_NATS_USER: 'worker', ML_NATS_PASSWORD_FILE: file });
    await server.admit(worker);
    for (const number of [1, 2, 3]) expect(await server.see(picture(number))).to.have.length(8);
    expect(worker.output).not.to.include('does not allow');
    expect(server.host.logged.filter(({ message }) => message.includes('does not allow'))).to.deep.equal([]);
    await rig.stop(server);
  });

  it('let no worker listen to others or delete work', async () => {
    const worker = await connect({
      servers: rig.nats.address.replace('nats://', ''),
      ...{ user: 'worker', pass: 'of-worker', reconnect: false },
    });
    const complaints: string[] = [];
    void (async () => {
      for await (const status of worker.status()) if (status.type === 'error') complaints.push(status.error.message);
    })();
    worker.subscribe('photofinch.ask.*', { callback: () => undefined });
    worker.publish('$JS.API.STREAM.DELETE.photofinch_work');
    await until(() => complaints.length === 2);
    expect(complaints.join())
      .to.match(/ask\.\*/)
      .and.to.match(/STREAM\.DELETE/);
    await worker.close();
  });

  it('keep others out: a worker with a wrong password ends, and says so in a sentence', async () => {
    const worker = await rig.worker({ ML_NATS_USER: 'worker', ML_NATS_PASSWORD: 'wrong' });
    await until(() => worker.child.exitCode !== null);
    expect(worker.child.exitCode).to.equal(1);
    expect(worker.output).to.match(/^photofinch-ml-worker: NATS at \S+ refuses the account: check the nkey.*\.$/m);
  });
});
