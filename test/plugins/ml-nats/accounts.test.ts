import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
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

  it('permit everything that servers and workers need', async () => {
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

  it('do not let a worker listen to others or delete jobs', async () => {
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

  it('do not let a worker delete jobs by having the server reply to NATS itself', async () => {
    const server = await rig.server({ environment: asServer });
    await until(async () => (await server.workers()).server.connected);
    const address = rig.nats.address.replace('nats://', '');
    const worker = await connect({
      servers: address,
      ...{ user: 'worker', pass: 'of-worker', inboxPrefix: 'photofinch.inbox', reconnect: false },
    });
    const observer = await connect({
      servers: address,
      user: 'server',
      pass: 'of-server',
      inboxPrefix: 'photofinch.observer',
    });
    worker.publish('photofinch.ask.none', '', { reply: '$JS.API.STREAM.DELETE.photofinch_work' });
    // Once this later request is answered, the server has handled both.
    expect((await worker.request('photofinch.ask.none', '', { timeout: 30_000 })).data).to.have.length(0);
    const { streams } = await jetstreamManager(observer);
    expect((await streams.info('photofinch_work')).config.name).to.equal('photofinch_work');
    for (const connection of [worker, observer]) await connection.close();
    await rig.stop(server);
  });

  it('do not let a worker see which worker answers which job', async () => {
    const server = await rig.server({ environment: asServer });
    const listener = await connect({
      servers: rig.nats.address.replace('nats://', ''),
      ...{ user: 'worker', pass: 'of-worker', reconnect: false },
    });
    const heard: string[] = [];
    listener.subscribe('photofinch.inbox.>', { callback: (_error, { subject }) => void heard.push(subject) });
    await listener.flush();
    const worker = await rig.worker({ ML_NATS_USER: 'worker', ML_NATS_PASSWORD: 'of-worker' });
    await server.admit(worker);
    expect(await server.see(picture(4))).to.have.length(8);
    await listener.flush();
    expect(heard).to.not.deep.equal([]);
    expect(heard.filter((subject) => subject.startsWith('photofinch.answer.'))).to.deep.equal([]);
    await listener.close();
    await rig.stop(server);
  });

  it('with too little storage make the server report that', async () => {
    const small = await WorkerRig.start(
      'accounts { A { jetstream { max_file: 100MB }, users: [{ user: server, password: of-server }] } }',
    );
    try {
      const server = await small.server({ environment: asServer });
      await until(async () => (await server.workers()).server.trouble?.includes('of JetStream') === true);
      expect((await server.workers()).server.trouble).to.match(/refuses what .* of JetStream \(.*(storage|resource)/);
    } finally {
      await small.close();
    }
  });

  it('reject a worker with a wrong password, which then exits with a message', async () => {
    const worker = await rig.worker({ ML_NATS_USER: 'worker', ML_NATS_PASSWORD: 'wrong' });
    await until(() => worker.child.exitCode !== null);
    expect(worker.child.exitCode).to.equal(1);
    // Output of a process may arrive after its exit.
    const sentence = /^photofinch-ml-worker: NATS at \S+ refuses the account: check the nkey.*\.$/m;
    await until(() => sentence.test(worker.output));
    expect(worker.output).to.match(sentence);
  });
});
