import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from '@nats-io/transport-node';
import { expect } from 'chai';
import { openPiece, readPiece, sealAnswer } from '../../../plugins/ml-nats/wire/answer-pieces.ts';
import { WrongShape } from '../../../plugins/ml-nats/wire/checks.ts';
import {
  answerKey,
  fingerprintOf,
  freshKeyPair,
  keysReady,
  readFingerprint,
  sessionKeysOfServer,
  sessionKeysOfWorker,
} from '../../../plugins/ml-nats/wire/keys.ts';
import { NotAuthentic, seal, unseal } from '../../../plugins/ml-nats/wire/sealing.ts';
import { filesBelow } from '../../support/files-below.ts';
import { TcpWitness } from '../../support/tcp-witness.ts';
import { until } from '../../support/until.ts';
import { picture, withWorkerRig, type WorkerRig } from './worker-rig.ts';

describe('messages between workers and server', () => {
  before(() => keysReady());

  it('can be opened only by these two, and only for their purpose', () => {
    const [server, worker, other] = [freshKeyPair(), freshKeyPair(), freshKeyPair()];
    const key = answerKey(worker, server.publicKey);
    expect(answerKey(server, worker.publicKey)).to.deep.equal(key);
    const sealed = seal(key, ['answer', 'a'], [Buffer.from('a secret')]);
    expect(unseal(key, ['answer', 'a'], sealed).toString()).to.equal('a secret');
    expect(() => unseal(key, ['answer', 'b'], sealed)).to.throw(NotAuthentic);
    expect(() => unseal(answerKey(other, server.publicKey), ['answer', 'a'], sealed)).to.throw(NotAuthentic);
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => unseal(key, ['answer', 'a'], changed)).to.throw(NotAuthentic);
    }
    expect(() => unseal(key, ['answer', 'a'], sealed.subarray(1))).to.throw(NotAuthentic);
  });

  it('have different keys in each session and direction', () => {
    const [server, worker] = [freshKeyPair(), freshKeyPair()];
    const agree = (session: string) => {
      const [ofServer, ofWorker] = [freshKeyPair(), freshKeyPair()];
      const there = sessionKeysOfServer({
        ...{ session, own: server, ownFresh: ofServer },
        ...{ other: worker.publicKey, otherFresh: ofWorker.publicKey },
      });
      const here = sessionKeysOfWorker({
        ...{ session, own: worker, ownFresh: ofWorker },
        ...{ other: server.publicKey, otherFresh: ofServer.publicKey },
      });
      expect(here).to.deep.equal(there);
      return here;
    };
    const all = [agree('a'), agree('a'), agree('b')].flatMap(({ toServer, toWorker }) => [toServer, toWorker]);
    expect(new Set(all.map((key) => Buffer.from(key).toString('hex'))).size).to.equal(6);
  });

  it('cannot be swapped: no answer is valid for another job, other models or another position', () => {
    const key = randomBytes(32);
    const worker = freshKeyPair().publicKey;
    const of = { job: 'job', lane: 'lane' };
    const body = randomBytes(2500);
    const pieces = sealAnswer(of, [body], { key, worker, largestMessage: 1000 }).map(readPiece);
    expect(pieces.length).to.be.greaterThan(2);
    expect(Buffer.concat(pieces.map((piece) => openPiece(of, piece, key)))).to.deep.equal(body);
    const [first, second] = pieces as [(typeof pieces)[0], (typeof pieces)[0]];
    expect(() => openPiece({ ...of, job: 'another' }, first, key)).to.throw(NotAuthentic);
    expect(() => openPiece({ ...of, lane: 'another' }, first, key)).to.throw(NotAuthentic);
    expect(() => openPiece(of, { ...first, piece: 1 }, key)).to.throw(NotAuthentic);
    expect(() => openPiece(of, { ...first, pieces: 1 }, key)).to.throw(NotAuthentic);
    expect(() => openPiece(of, { ...first, answer: second.answer.replace(/^./, 'x') }, key)).to.throw(NotAuthentic);
    expect(() => readPiece(Buffer.alloc(10))).to.throw(WrongShape);
  });

  it('identify keys by fingerprints that people can type', () => {
    const fingerprint = fingerprintOf(freshKeyPair().publicKey);
    expect(fingerprint).to.match(/^([a-z2-7]{4}-){4}[a-z2-7]{4}$/);
    expect(readFingerprint(` ${fingerprint.toUpperCase().replaceAll('-', ' ')} `)).to.equal(fingerprint);
    expect(readFingerprint(`${fingerprint}a`)).to.equal(undefined);
    expect(readFingerprint('')).to.equal(undefined);
  });

  describe('over a real NATS server', () => {
    let rig: WorkerRig;

    withWorkerRig((started) => {
      rig = started;
    });

    it('reveal pictures neither on the connection, nor on the disk of NATS, nor to a worker that is not admitted', async () => {
      const [ofServer, ofWorker, ofStranger] = [
        await TcpWitness.start(rig.nats.port),
        await TcpWitness.start(rig.nats.port),
        await TcpWitness.start(rig.nats.port),
      ];
      try {
        const server = await rig.server({ at: `nats://127.0.0.1:${ofServer.port}` });
        const worker = await rig.worker({ ML_NATS_SERVERS: `nats://127.0.0.1:${ofWorker.port}` });
        await rig.worker({ ML_NATS_SERVERS: `nats://127.0.0.1:${ofStranger.port}` });
        await server.admit(worker);
        const [width, height] = [300, 200];
        const image = { width, height, data: randomBytes(width * height * 3) };
        expect(await server.see(image)).to.have.length(8);
        await until(async () => (await server.workers()).workers.length === 2);
        const shows = (bytes: Buffer): boolean =>
          [0, 1000, 90_000, image.data.length - 16].some((at) => bytes.includes(image.data.subarray(at, at + 16)));
        for (const { seen } of [ofServer, ofWorker]) {
          expect(seen.length, 'the picture has passed here').to.be.greaterThan(image.data.length);
          expect(shows(seen)).to.equal(false);
        }
        expect(ofStranger.seen.length).to.be.within(1, image.data.length / 2);
        const files = filesBelow(rig.nats.store).filter(({ stats }) => stats.isFile());
        expect(files).not.to.deep.equal([]);
        for (const { name, path } of files) expect(shows(readFileSync(path)), name).to.equal(false);
        // Proves that the check would see data that is sent in the clear.
        const plain = await connect({ servers: `127.0.0.1:${ofWorker.port}`, reconnect: false });
        plain.publish('plain', image.data);
        await plain.flush();
        await plain.close();
        expect(shows(ofWorker.seen)).to.equal(true);
      } finally {
        for (const witness of [ofServer, ofWorker, ofStranger]) witness.stop();
      }
    });

    it('count once: replays, and forgeries in the name of a worker, are rejected', async () => {
      const server = await rig.server();
      const worker = await rig.admitted(server);
      const other = await connect({ servers: rig.nats.address.replace('nats://', ''), reconnect: false });
      const answers: Uint8Array[] = [];
      other.subscribe('photofinch.answer.*', { callback: (_, { data }) => void answers.push(data) });
      const asked: { subject: string; data: Uint8Array }[] = [];
      other.subscribe('photofinch.ask.*', { callback: (_, { subject, data }) => void asked.push({ subject, data }) });
      const tickets: string[] = [];
      other.subscribe('photofinch.work.>', { callback: (_, { subject }) => void tickets.push(subject) });
      await other.flush();
      try {
        const first = await server.see(picture(1));
        await until(() => answers.length === 1);

        rig.hold();
        const second = server.see(picture(2));
        await until(() => rig.recorded('begin').length === 2);
        const job = tickets.at(-1)!.split('.').at(-1)!;
        // The worker's own answer to another job, and one forged in its name.
        other.publish(`photofinch.answer.${job}`, answers[0]);
        const forged = Buffer.from(answers[0]!);
        forged.fill(7, 60);
        other.publish(`photofinch.answer.${job}`, forged);
        other.publish(`photofinch.answer.${job}`, randomBytes(500));
        other.publish(`photofinch.answer.${job}`, 'short');
        // A replay of a request by the worker.
        const { data: reply } = await other.request(asked[0]!.subject, asked[0]!.data, { timeout: 300 }).catch(() => ({
          data: null,
        }));
        expect(reply).to.equal(null);
        const refused = (): number =>
          server.host.logged.filter(({ message }) => message.includes('its worker has not sealed')).length;
        await until(() => refused() === 2);
        rig.release();
        expect(await second).not.to.deep.equal(first);
        expect(await server.worker(worker)).to.deep.include({ answered: 2, last_error: null, standing: 'admitted' });
      } finally {
        await other.close();
      }
    });

    it('are exchanged with one server only, if the worker was given the key of its server', async () => {
      const server = await rig.server();
      const { fingerprint } = (await server.workers()).server;
      const stranger = fingerprintOf(freshKeyPair().publicKey);
      const careful = await rig.worker({ ML_WORKER_SERVER: stranger });
      await until(() => careful.output.includes(`A server with the key ${fingerprint} answers, and not ${stranger}`));
      const right = await rig.worker({ ML_WORKER_SERVER: fingerprint });
      await server.admit(right);
      expect(await server.see(picture(1))).to.have.length(8);
      expect(await server.worker(careful)).to.equal(undefined);
    });
  });
});
