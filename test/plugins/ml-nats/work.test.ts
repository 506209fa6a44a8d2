import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect } from 'chai';
import { isMlError } from '../../../core/plugin-api/index.ts';
import type { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { SlowLine } from '../../support/slow-line.ts';
import { until } from '../../support/until.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { background, interactive, picture, withWorkerRig, type WorkerRig, type ServerSide } from './worker-rig.ts';

/** The message of the error. */
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const reason: unknown = await work.then(
    () => 'nothing is wrong',
    (error: unknown) => error,
  );
  return reason instanceof Error ? reason.message : String(reason);
}

describe('jobs for other machines', function () {
  let rig: WorkerRig;

  withWorkerRig((started) => {
    rig = started;
  });

  const pidsOf = (words: readonly string[]): Set<string> => new Set(words.map((line) => line.split(' ')[2]!));

  it('go to a worker once an admin has admitted it, and not to one that waits for that', async () => {
    const server = await rig.server();
    const [worker, stranger] = [await rig.worker(), await rig.worker()];
    await until(async () => (await server.workers()).workers.length === 2);
    expect((await server.workers()).workers.map(({ standing }) => standing)).to.deep.equal(['waiting', 'waiting']);
    expect(server.ml.models().imageText).to.equal(null);

    await server.admit(worker);
    await until(() => server.ml.models().imageText !== null);
    expect(await server.see(picture(1))).to.have.length(8);
    expect(pidsOf(rig.recorded('end'))).to.deep.equal(new Set([String(worker.child.pid)]));
    expect(await server.worker(stranger)).to.deep.include({ standing: 'waiting', answered: 0 });
    await until(() => worker.output.includes('The server has admitted this worker.'));
    await until(() => stranger.output.includes('An admin has to admit this worker'));
    expect(stranger.output).to.include(`photofinch workers admit ${stranger.fingerprint}`);
    expect(server.host.audited).to.deep.include({
      action: 'worker.admitted',
      subject: 'worker 1',
      detail: worker.fingerprint,
    });
  });

  it('no longer go to a removed worker, not even those that it has drawn', async () => {
    const server = await rig.server();
    const worker = await rig.admitted(server);
    rig.hold();
    const first = server.see(picture(1));
    await until(() => rig.recorded('begin').length === 1);
    const second = server.see(picture(2));
    const reasons = Promise.all([reasonOf(first), reasonOf(second)]);
    expect((await server.call('DELETE', worker)).status).to.equal(200);
    rig.release();
    for (const reason of await reasons) expect(reason).to.match(/No worker is there/);
    expect(rig.recorded('begin')).to.have.length(1);
    // The worker asks to be admitted again with its next announcement.
    await until(async () => (await server.worker(worker)) !== undefined);
    expect(await server.worker(worker)).to.deep.include({ standing: 'waiting' });
  });

  it('go only to workers with the right models', async () => {
    const server = await rig.server();
    const old = await rig.admitted(server, { RECORD_VERSION: '1' });
    await until(() => server.ml.models().imageText?.version === '1');
    const young = await rig.admitted(server, { RECORD_VERSION: '2' });
    await Promise.all(Array.from({ length: 6 }, (_, number) => server.see(picture(number))));
    expect(pidsOf(rig.recorded('end'))).to.deep.equal(new Set([String(old.child.pid)]));

    // The current model stays in use as long as a worker has it; a search can ask for the other one by name.
    expect(server.ml.models().imageText?.version).to.equal('1');
    const model = { id: 'recorded', version: '2' };
    expect(await server.ml.embedTexts(['a tree'], { ...interactive(), model })).to.have.length(1);
    expect(pidsOf(rig.recorded('end').filter((line) => line.startsWith('embedTexts')))).to.deep.equal(
      new Set([String(young.child.pid)]),
    );
    await server.call('DELETE', old);
    await until(() => server.ml.models().imageText?.version === '2');
    expect(await server.see(picture(9))).to.have.length(8);
  });

  it('are done once, by whichever worker is free', async () => {
    const server = await rig.server();
    const workers = [
      await rig.admitted(server, { RECORD_SLEEP: '20' }),
      await rig.admitted(server, { RECORD_SLEEP: '20' }),
    ];
    const pictures = Array.from({ length: 30 }, (_, number) => picture(number));
    // Neither worker must finish all jobs before the other begins.
    rig.hold();
    const all = Promise.all(pictures.map((image) => server.see(image)));
    await until(() => pidsOf(rig.recorded('begin')).size === 2);
    rig.release();
    const vectors = await all;
    expect(new Set(vectors.map(String)).size).to.equal(30);
    const ended = rig.recorded('end').map((line) => line.split(' ')[1]);
    expect(ended).to.have.length(30);
    expect(new Set(ended).size).to.equal(30);
    expect(pidsOf(rig.recorded('end'))).to.deep.equal(new Set(workers.map(({ child }) => String(child.pid))));
  });

  it('are done first if they are interactive', async () => {
    const server = await rig.server();
    rig.hold();
    await rig.admitted(server);
    const first = server.see(picture(0));
    await until(() => rig.recorded('begin').length === 1);
    const others = [1, 2, 3, 4].map((number) => server.see(picture(number)));
    await until(async () => (await server.workers()).server.waiting === 4);
    const asked = server.see(picture(100), interactive());
    // The worker holds it next to the one that it is working on.
    await until(async () => (await server.workers()).server.in_hand === 2);
    rig.release();
    await Promise.all([first, asked, ...others]);
    const order = rig.recorded('end').map((line) => line.split(' ')[1]);
    const alone = await server.see(picture(100), interactive());
    expect(alone).to.have.length(8);
    const name = rig.recorded('end').at(-1)?.split(' ')[1];
    expect(order.indexOf(name)).to.equal(1);
  });

  it('are limited in number, however many are requested at once', async () => {
    const server = await rig.server({ environment: { ML_NATS_IN_FLIGHT: '3' } });
    await rig.admitted(server);
    rig.hold();
    expect(server.ml.concurrency).to.equal(3);
    const all = Array.from({ length: 12 }, (_, number) => server.see(picture(number)));
    await until(async () => {
      const { in_hand: inHand, waiting } = (await server.workers()).server;
      return inHand + waiting === 3;
    });
    const counts: number[] = [];
    const watch = setInterval(() => {
      void server.workers().then(({ server: { in_hand: inHand, waiting } }) => counts.push(inHand + waiting));
    }, 5);
    rig.release();
    await Promise.all(all);
    clearInterval(watch);
    expect(Math.max(3, ...counts)).to.equal(3);
  });

  it('are removed if nobody waits for them any more and they have not begun', async () => {
    const server = await rig.server();
    await rig.admitted(server);
    rig.hold();
    const leaving = new AbortController();
    const first = server.see(picture(1));
    await until(() => rig.recorded('begin').length === 1);
    const second = reasonOf(server.see(picture(2), background(leaving.signal)));
    await until(async () => (await server.workers()).server.waiting === 1);
    leaving.abort(new Error('Nobody looks any more.'));
    expect(await second).to.equal('Nobody looks any more.');
    expect((await server.workers()).server).to.deep.include({ in_hand: 1, waiting: 0 });
    rig.release();
    await first;
    await server.see(picture(3));
    expect(rig.recorded('begin')).to.have.length(2);
  });

  it('are done after NATS has deleted the lanes that were unused for days', async () => {
    const server = await rig.server();
    await rig.admitted(server);
    expect(await server.see(picture(1))).to.have.length(8);
    const connection = await connect({ servers: rig.nats.address.replace('nats://', '') });
    const { consumers } = await jetstreamManager(connection);
    for await (const { name } of consumers.list('photofinch_work')) await consumers.delete('photofinch_work', name);
    await connection.close();
    expect(await server.see(picture(2))).to.have.length(8);
  });

  it('fail with the reason of the worker if its models fail, and the worker stays admitted', async () => {
    const server = await rig.server();
    const worker = await rig.admitted(server, { RECORD_LIE: 'failed' });
    expect(await reasonOf(server.see(picture(1)))).to.equal('The picture is too odd.');
    expect((await server.worker(worker))?.last_error?.message).to.equal('The picture is too odd.');
    expect(await server.worker(worker)).to.deep.include({ standing: 'admitted', set_aside: null });
  });

  it('go to another worker if the models of the first are unable to work now', async () => {
    const server = await rig.server();
    await rig.admitted(server, { RECORD_LIE: 'unable' });
    await until(() => server.ml.models().imageText !== null);
    const seen = server.see(picture(1));
    const able = await rig.admitted(server);
    expect(await seen).to.have.length(8);
    expect(pidsOf(rig.recorded('end'))).to.deep.equal(new Set([String(able.child.pid)]));
  });

  it('reach a worker whose connection needs longer for a picture than the timeout of a request', async () => {
    const line = await SlowLine.to(rig.nats.port, { bytesPerSecond: 250_000 });
    try {
      const server = await rig.server();
      await rig.admitted(server, { ML_NATS_SERVERS: `nats://127.0.0.1:${line.port}` });
      expect(await server.see(picture(1, { width: 1280, height: 880 }))).to.have.length(8);
    } finally {
      await line.close();
    }
  });

  it('are done once if the same picture is requested twice at the same time', async () => {
    const server = await rig.server();
    await rig.admitted(server);
    rig.hold();
    const both = [server.see(picture(1)), server.see(picture(1))];
    await until(() => rig.recorded('begin').length === 1);
    rig.release();
    const [one, other] = await Promise.all(both);
    expect(one).to.deep.equal(other);
    expect(rig.recorded('begin')).to.have.length(1);
  });

  describe('without a worker', () => {
    const unavailable = async (server: ServerSide): Promise<unknown> =>
      server.see(picture(1)).then(
        () => undefined,
        (error: unknown) => error,
      );

    it('are postponed if the admin has chosen so, with a notification when a worker returns', async () => {
      const server = await rig.server();
      const worker = await rig.admitted(server);
      await until(() => server.ml.models().imageText !== null);
      let told = 0;
      server.ml.onModelsChanged(() => (told += 1));
      await worker.stop();
      const error = await unavailable(server);
      expect(isMlError(error), String(error)).to.equal(true);
      expect((error as Error).message).to.include('No worker is there');
      // The models stay the same: photos are not analysed again because a machine is switched off.
      expect(server.ml.models().imageText?.id).to.equal('recorded');
      const before = told;
      await rig.worker({ ML_WORKER_KEY_FILE: `${rig.folder}/key-1` });
      await until(() => told > before);
      expect(await server.see(picture(1))).to.have.length(8);
    });

    it('are done on this machine if the admin has chosen so, with the help of workers that have the same models', async () => {
      const local = new ColourModels();
      local.installed = {
        faceDetector: null,
        faceEmbedder: null,
        imageText: { id: 'recorded', version: '1', dimensions: 8 },
      };
      local.embedImages = () => Promise.resolve([Float32Array.of(0, 0, 0, 0, 0, 0, 0, 1)]);
      const options = { environment: { ML_NATS_WITHOUT_WORKERS: 'local' }, replaced: { 'ml-provider': local } };
      const server = await rig.server(options);
      const embed = async (number: number): Promise<number[]> => {
        const [vector = []] = await server.ml.embedImages([picture(number)], background());
        return [...vector];
      };
      expect(await embed(1)).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 1]);
      expect(rig.recorded('begin')).to.deep.equal([]);

      const worker = await rig.admitted(server);
      expect((await embed(1))[0]).to.be.greaterThan(0);
      expect(rig.recorded('end')).to.have.length(1);
      await worker.stop();
      expect(await embed(2)).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 1]);

      // A worker with other models does not help, and changes nothing.
      await rig.admitted(server, { RECORD_VERSION: '7' });
      expect(server.ml.models().imageText?.version).to.equal('1');
      expect(await embed(3)).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 1]);
      expect(rig.recorded('end')).to.have.length(1);
    });
  });

  it('have their problems reported by the check', async () => {
    const server = await rig.server();
    await until(async () => (await server.workers()).server.connected);
    expect((await server.host.check('workers')).detail).to.match(/^No worker is admitted/);
    const worker: MlWorkerProcess = await rig.admitted(server);
    expect(await server.host.check('workers')).to.deep.equal({ ok: true, detail: '1 of 1 workers are there.' });
    await worker.stop();
    await until(async () => (await server.host.check('workers')).detail.includes('Away: worker 1'));
    await rig.nats.kill();
    await until(async () => !(await server.host.check('workers')).ok);
    await until(async () => (await server.host.check('workers')).detail.includes('refuses connections'));
    const command = await rig.server({ serving: false });
    expect((await command.host.check('workers')).detail).to.include('refuses connections');
  });
});
