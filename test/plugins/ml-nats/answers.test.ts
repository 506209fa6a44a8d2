import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { expect } from 'chai';
import { Names } from '../../../plugins/ml-nats/nats/names.ts';
import { AnswerBox } from '../../../plugins/ml-nats/server/answer-box.ts';
import { sealAnswer } from '../../../plugins/ml-nats/wire/answer-pieces.ts';
import { fingerprintOf, freshKeyPair, keysReady } from '../../../plugins/ml-nats/wire/keys.ts';
import { sealOverhead } from '../../../plugins/ml-nats/wire/sealing.ts';
import { workerKey } from '../../../plugins/ml-nats/worker/key-file.ts';
import { needNats } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';
import { picture, WorkerRig } from './worker-rig.ts';

describe('answers of workers', () => {
  let rig: WorkerRig;
  let connection: NatsConnection;

  before(async function () {
    needNats(this);
    await keysReady();
  });
  beforeEach(async () => {
    rig = await WorkerRig.start();
    connection = await connect({ servers: rig.nats.address.replace('nats://', '') });
  });
  afterEach(async () => {
    await connection.close();
    await rig.close();
  });

  const key = new Uint8Array(32);
  /** Bytes of a message besides its sealed content. */
  const overhead = 44 + sealOverhead;

  it('arrive although a stranger who knows the public key of the worker sends incomplete answers', async () => {
    const server = await rig.server();
    const worker = await rig.admitted(server);
    const { publicKey } = workerKey(join(rig.folder, 'key-1')).key;
    expect(fingerprintOf(publicKey)).to.equal(worker.fingerprint);
    for (let number = 0; number < 10; number += 1) {
      const job = `stranger${number}`;
      const sealing = { key, worker: publicKey, largestMessage: overhead + 1 };
      const pieces = sealAnswer({ job, lane: 'none' }, [Buffer.alloc(500)], sealing);
      for (const piece of pieces.slice(1)) connection.publish(`photofinch.answer.${job}`, piece);
    }
    await connection.flush();
    expect(await server.see(picture(1))).to.have.length(8);

    await rig.stop(server);
    const next = await rig.server();
    await next.untilReady(worker);
    expect(await next.see(picture(2))).to.have.length(8);
  });

  it('arrive after an earlier one that the server failed to process', async () => {
    const names = new Names('box');
    const { publicKey } = freshKeyPair();
    const arrived: string[] = [];
    const say = (): void => undefined;
    const box = new AnswerBox({
      names,
      log: { debug: say, info: say, warn: say, error: say },
      counts: () => true,
      onAnswer: ({ job }) => {
        arrived.push(job);
        if (job === 'first') throw new Error('The disk is full.');
        return true;
      },
    });
    await box.open(connection);
    for (const job of ['first', 'second']) {
      const [piece] = sealAnswer({ job, lane: 'none' }, [], { key, worker: publicKey, largestMessage: 1000 });
      await jetstream(connection).publish(names.answer(job), piece);
    }
    await until(() => arrived.includes('second'));
    box.close();
  });

  it('are ignored if the worker has been removed meanwhile', async () => {
    const names = new Names('box');
    const { publicKey } = freshKeyPair();
    const say = (): void => undefined;
    const seen: string[] = [];
    let isAdmitted = true;
    const box = new AnswerBox({
      names,
      log: { debug: say, info: say, warn: say, error: say },
      counts: () => isAdmitted,
      onAnswer: ({ job }) => {
        seen.push(job);
        return false;
      },
    });
    await box.open(connection);
    for (const job of ['first', 'second']) {
      const [piece] = sealAnswer({ job, lane: 'none' }, [], { key, worker: publicKey, largestMessage: 1000 });
      await jetstream(connection).publish(names.answer(job), piece);
    }
    await until(() => seen.length === 2);
    expect(box.claim('first')).to.deep.include({ job: 'first' });
    isAdmitted = false;
    expect(box.claim('second')).to.equal(undefined);
    box.close();
  });

  it('arrive again after the consumer from which the server reads them was deleted', async () => {
    const server = await rig.server();
    await rig.admitted(server);
    expect(await server.see(picture(1))).to.have.length(8);
    await (await jetstreamManager(connection)).consumers.delete('photofinch_answers', 'server');
    expect(await server.see(picture(2))).to.have.length(8);
  });
});
