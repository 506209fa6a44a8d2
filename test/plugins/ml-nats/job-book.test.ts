import { expect } from 'chai';
import { isMlError } from '../../../core/plugin-api/ml-error.ts';
import { JobBook } from '../../../plugins/ml-nats/server/job-book.ts';
import { JobIds } from '../../../plugins/ml-nats/server/job-ids.ts';
import { LiveWorkers, type Session } from '../../../plugins/ml-nats/server/live-workers.ts';
import { NatsProvider } from '../../../plugins/ml-nats/server/nats-provider.ts';
import type { MlProvider } from '../../../core/plugin-api/index.ts';
import type { Job } from '../../../plugins/ml-nats/wire/job.ts';
import { freshKeyPair, keysReady } from '../../../plugins/ml-nats/wire/keys.ts';
import { laneOf } from '../../../plugins/ml-nats/wire/needs.ts';
import { until } from '../../support/until.ts';
import { picture } from './worker-rig.ts';

const model = { id: 'recorded', version: '1' };
const imageText = { ...model, dimensions: 8 };
const models = { faceDetector: null, faceEmbedder: null, imageText, labels: null, text: null };
const offer = {
  ...{ name: 'desktop', version: '1', provider: 'ml-onnx', models, imageSize: 1, textSize: 1, concurrency: 1 },
  execution: null,
};

describe('the job book', () => {
  const now = performance.now.bind(performance);

  before(() => keysReady());
  afterEach(() => {
    performance.now = now;
  });

  const nothing = (): void => undefined;
  const ids = new JobIds(() => new Uint8Array(32));
  const needs = ['imageText recorded@1'];
  const job: Job = { task: 'embedImages', priority: 'background', needs, model, images: [picture(1)] };
  const { signal } = new AbortController();

  /** A book whose clock is moved by `pass`, with sessions of admitted workers. */
  function open(workers: number) {
    // An integer, so that no sum of times is rounded: ten leases are exactly ten leases.
    let time = Math.round(now());
    performance.now = () => time;
    const live = new LiveWorkers({ own: freshKeyPair(), every: 5000 });
    const sessions = Array.from({ length: workers }, () => {
      const key = Buffer.from(freshKeyPair().publicKey);
      return live.open({ key, fresh: Buffer.from(freshKeyPair().publicKey) }).session;
    });
    const failed: string[] = [];
    const book = new JobBook({
      ...{ ids, live, lease: 30_000, every: 5000, downFor: () => 0, largestPiece: () => 1000 },
      queue: { put: () => Promise.resolve(), remove: () => Promise.resolve() },
      box: { claim: () => undefined },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      ...{ onAnswered: nothing, onLie: nothing },
      onFailed: (fingerprint, message) => void failed.push(`${fingerprint} ${message}`),
    });
    const announceAll = (): void => {
      for (const session of sessions) live.announced(session, { offer, able: true }, 'admitted');
    };
    announceAll();
    const pass = (milliseconds: number): void => {
      time += milliseconds;
      announceAll();
    };
    /** The server's provider. @param local the models of its own machine */
    const provider = (local?: MlProvider): NatsProvider =>
      new NatsProvider({
        ...{ book, live, local, packs: undefined, inFlight: 16, close: () => Promise.resolve() },
        lineUp: () => ({ models, imageSize: 64, textSize: 64 }),
        trouble: () => 'No worker is there.',
      });
    return { book, sessions, failed, pass, provider };
  }

  it('gives a job that has waited long the usual time again when it becomes interactive', async () => {
    const { book, pass } = open(1);
    const all = [book.do(job, 8, signal).catch(String)];
    pass(60_000);
    all.push(book.do({ ...job, priority: 'interactive' }, 8, signal).catch(String));
    book.tick();
    expect(book.counts).to.deep.equal({ inHand: 0, waiting: 1 });
    pass(10_001);
    book.tick();
    for (const reason of await Promise.all(all)) expect(reason).to.include('No worker is there');
  });

  it('gives a job to another worker after two and a half minutes, whatever its worker reports', async () => {
    const { book, sessions, failed, pass } = open(2);
    const [slow, quick] = sessions as [Session, Session];
    const done = book.do(job, 8, signal).catch(String);
    const ask = (session: Session) => book.give(session, ids.of(job), laneOf(needs), 0);
    expect(ask(slow)).to.be.an('array');
    for (let time = 15_000; time <= 150_000; time += 15_000) {
      pass(15_000);
      book.holds(slow, [ids.of(job)]);
      book.tick();
      expect(failed).to.deep.equal([]);
      expect(ask(quick)).to.equal('held');
    }
    pass(1000);
    book.tick();
    expect(failed).to.have.length(1);
    expect(failed[0]).to.match(
      new RegExp(`^${slow.fingerprint} It had a job in hand for 151 s, which is given to another worker\\.$`),
    );
    expect(ask(slow)).to.equal('not for you');
    expect(ask(quick)).to.be.an('array');
    book.close(new Error('over'));
    expect(await done).to.equal('Error: over');
  });

  it('fails a picture for which all workers are too slow, without declaring the models unavailable', async () => {
    const { book, sessions, pass, provider } = open(1);
    const failed = provider()
      .embedImages(job.images, { priority: 'background', signal })
      .catch((error: unknown) => error);
    await until(() => book.counts.waiting === 1);
    expect(book.give(sessions[0]!, ids.of(job), laneOf(needs), 0)).to.be.an('array');
    pass(151_000);
    book.tick();
    book.tick();
    const error = (await failed) as Error;
    expect(error.message).to.include('All workers that could do it were too slow for it');
    expect(isMlError(error)).to.equal(false);
  });

  it('has the server’s own models try a picture for which all workers are too slow', async () => {
    const { book, sessions, pass, provider } = open(1);
    const vectors = [new Float32Array(8).fill(1)];
    const local = { onModelsChanged: nothing, embedImages: () => Promise.resolve(vectors) } as unknown as MlProvider;
    const embedded = provider(local).embedImages(job.images, { priority: 'background', signal });
    await until(() => book.counts.waiting === 1);
    book.give(sessions[0]!, ids.of(job), laneOf(needs), 0);
    pass(151_000);
    book.tick();
    book.tick();
    expect(await embedded).to.equal(vectors);
  });

  it('does not blame a picture for connections that break before a worker has all of it', async () => {
    const { book, sessions, pass } = open(1);
    const [session] = sessions as [Session];
    const done = book.do(job, 8, signal).catch(String);
    const ask = (piece: number) => book.give(session, ids.of(job), laneOf(needs), piece);
    for (let time = 0; time < 5; time += 1) {
      expect(ask(0)).to.be.an('array');
      expect(ask(1)).to.be.an('array');
      book.left(session.fingerprint);
      pass(1000);
    }
    for (let time = 0; time < 3; time += 1) {
      for (const piece of [0, 1, 2]) expect(ask(piece)).to.be.an('array');
      book.left(session.fingerprint);
      pass(1000);
    }
    expect(ask(0)).to.equal('gone');
    expect(await done).to.include('3 times a worker has begun this');
  });

  it('gives a returned job to another worker, even if a late request of the first one follows', () => {
    const { book, sessions } = open(2);
    const [first, second] = sessions as [Session, Session];
    void book.do(job, 8, signal).catch(String);
    const ask = (session: Session, piece: number) => book.give(session, ids.of(job), laneOf(needs), piece);
    expect(ask(first, 0)).to.be.an('array');
    book.returned(first, ids.of(job));
    expect(ask(first, 1)).to.equal('gone');
    expect(book.counts).to.deep.equal({ inHand: 0, waiting: 1 });
    expect(ask(second, 0)).to.be.an('array');
    expect(ask(first, 2)).to.equal('held');
    expect([book.heldBy(first.fingerprint), book.heldBy(second.fingerprint)]).to.deep.equal([0, 1]);
  });

  it('sends all of a job to a worker that reports it before its first request is answered', () => {
    const { book, sessions } = open(1);
    const [worker] = sessions as [Session];
    void book.do(job, 8, signal).catch(String);
    const ask = () => book.give(worker, ids.of(job), laneOf(needs), 0);
    book.holds(worker, [ids.of(job)]);
    const given = ask();
    expect(given).to.be.an('array').with.length.greaterThan(1);
    book.returned(worker, ids.of(job));
    book.holds(worker, [ids.of(job)]);
    expect(ask()).to.deep.equal(given);
  });
});
