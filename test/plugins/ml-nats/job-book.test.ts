import { expect } from 'chai';
import { JobBook } from '../../../plugins/ml-nats/server/job-book.ts';
import { JobIds } from '../../../plugins/ml-nats/server/job-ids.ts';
import { LiveWorkers } from '../../../plugins/ml-nats/server/live-workers.ts';
import type { Job } from '../../../plugins/ml-nats/wire/job.ts';
import { freshKeyPair, keysReady } from '../../../plugins/ml-nats/wire/keys.ts';
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

  it('gives a job that has waited for long as much time as any other from when a person waits for it', async () => {
    let later = 0;
    performance.now = () => now() + later;
    const nothing = (): void => undefined;
    const live = new LiveWorkers({ own: freshKeyPair(), every: 5000 });
    const key = Buffer.from(freshKeyPair().publicKey);
    const { session } = live.open({ key, fresh: Buffer.from(freshKeyPair().publicKey) });
    const book = new JobBook({
      ids: new JobIds(() => new Uint8Array(32)),
      queue: { put: () => Promise.resolve(), remove: () => Promise.resolve() },
      box: { claim: () => undefined },
      ...{ live, lease: 30_000, every: 5000, downFor: () => 0, largestPiece: () => 1000 },
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      ...{ onAnswered: nothing, onFailed: nothing, onLie: nothing },
    });
    const needs = ['imageText recorded@1'];
    const job: Job = { task: 'embedImages', priority: 'background', needs, model: imageText, images: [picture(1)] };
    const { signal } = new AbortController();
    live.announced(session, { offer, able: true }, 'admitted');
    const all = [book.do(job, 8, signal).catch(String)];

    later += 60_000;
    live.announced(session, { offer, able: true }, 'admitted');
    all.push(book.do({ ...job, priority: 'interactive' }, 8, signal).catch(String));
    book.tick();
    expect(book.counts).to.deep.equal({ inHand: 0, waiting: 1 });

    later += 10_001;
    live.announced(session, { offer, able: true }, 'admitted');
    book.tick();
    for (const reason of await Promise.all(all)) expect(reason).to.include('No worker is there');
  });
});
