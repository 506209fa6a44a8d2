import { expect } from 'chai';
import { JobBook } from '../../../plugins/ml-nats/server/job-book.ts';
import { JobIds } from '../../../plugins/ml-nats/server/job-ids.ts';
import { LiveWorkers, type Session } from '../../../plugins/ml-nats/server/live-workers.ts';
import type { Job } from '../../../plugins/ml-nats/wire/job.ts';
import { freshKeyPair, keysReady } from '../../../plugins/ml-nats/wire/keys.ts';
import { laneOf } from '../../../plugins/ml-nats/wire/needs.ts';
import { picture } from './worker-rig.ts';

const imageText = { id: 'recorded', version: '1', dimensions: 8 };
const models = { faceDetector: null, faceEmbedder: null, imageText, labels: null, text: null };
const offer = {
  ...{ name: 'desktop', version: '1', provider: 'ml-onnx', models, imageSize: 1, textSize: 1, concurrency: 1 },
  execution: null,
};

describe('the book of jobs', () => {
  const now = performance.now.bind(performance);

  before(() => keysReady());
  afterEach(() => {
    performance.now = now;
  });

  const nothing = (): void => undefined;
  const ids = new JobIds(() => new Uint8Array(32));
  const needs = ['imageText recorded@1'];
  const job: Job = { task: 'embedImages', priority: 'background', needs, model: imageText, images: [picture(1)] };
  const { signal } = new AbortController();

  /** A book whose clock goes with `pass`, and sessions of workers that are admitted. */
  function open(workers: number) {
    // Whole, so that no sum of times is rounded: ten leases are ten leases.
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
    return { book, sessions, failed, pass };
  }

  it('gives a job that has waited for long as much time as any other from when a person waits for it', async () => {
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

  it('takes a job from a worker that has had it for ten leases, whatever it says, and gives it to another', async () => {
    const { book, sessions, failed, pass } = open(2);
    const [slow, quick] = sessions as [Session, Session];
    const done = book.do(job, 8, signal).catch(String);
    const ask = (session: Session) => book.give(session, ids.of(job), laneOf(needs), 0);
    expect(ask(slow)).to.be.an('array');
    for (let lease = 0; lease < 20; lease += 1) {
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
      new RegExp(`^${slow.fingerprint} It had a job in hand for 301 s, which is given to another worker\\.$`),
    );
    expect(ask(slow)).to.equal('not for you');
    expect(ask(quick)).to.be.an('array');
    book.close(new Error('over'));
    expect(await done).to.equal('Error: over');
  });
});
