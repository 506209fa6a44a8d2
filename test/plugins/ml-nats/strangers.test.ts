import { connect } from '@nats-io/transport-node';
import { expect } from 'chai';
import { LiveWorkers } from '../../../plugins/ml-nats/server/live-workers.ts';
import { WrongShape } from '../../../plugins/ml-nats/wire/checks.ts';
import { freshKeyPair, keysReady } from '../../../plugins/ml-nats/wire/keys.ts';
import type { Offer } from '../../../plugins/ml-nats/wire/offer.ts';
import { greetingText, readGreeting } from '../../../plugins/ml-nats/wire/talk.ts';
import { workerKey } from '../../../plugins/ml-nats/worker/key-file.ts';
import { needNats } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';
import { WorkerRig } from './worker-rig.ts';

const models = { faceDetector: null, faceEmbedder: null, imageText: null, labels: null, text: null };
const offer: Offer = {
  ...{ name: 'desktop', version: '1', provider: 'ml-onnx', models, imageSize: 1, textSize: 1, concurrency: 1 },
  execution: null,
};

/** A greeting with an unknown key. */
const greeting = () => ({ key: Buffer.from(freshKeyPair().publicKey), fresh: Buffer.from(freshKeyPair().publicKey) });

describe('unknown clients of NATS', () => {
  before(() => keysReady());

  it('can open any number of sessions, without ending that of an admitted worker', () => {
    const live = new LiveWorkers({ own: freshKeyPair(), every: 1000 });
    const { session } = live.open(greeting());
    live.announced(session, { offer, able: true }, 'admitted');
    const first = live.open(greeting()).session;
    for (let number = 0; number < 200; number += 1) live.open(greeting());
    expect(live.session(session.id)).to.equal(session);
    expect(live.session(first.id)).to.equal(undefined);
  });

  it('get an error for an invalid greeting, whatever its JSON contains', () => {
    expect(() => readGreeting('{"protocol":{"toString":1,"valueOf":1}}')).to.throw(WrongShape, 'and not 1');
  });

  describe('over a real NATS server', () => {
    let started: WorkerRig | undefined;

    before(function () {
      needNats(this);
    });
    after(async () => {
      await started?.close();
    });

    it('can flood the server with greetings, and it still answers an admitted worker', async () => {
      const rig = (started = await WorkerRig.start());
      const server = await rig.server();
      const worker = await rig.admitted(server);
      await worker.stop();
      const { publicKey } = workerKey(`${rig.folder}/key-1`).key;
      const stranger = await connect({
        servers: rig.nats.address.replace('nats://', ''),
        inboxPrefix: 'photofinch.inbox',
      });
      const strange = greetingText(greeting());
      const flood = (): void => {
        for (let number = 0; number < 2000; number += 1) stranger.publish('photofinch.hello', strange);
      };
      const isAnswered = (greet: string): Promise<boolean> =>
        stranger.request('photofinch.hello', greet, { timeout: 300 }).then(
          () => true,
          () => false,
        );
      await until(async () => {
        flood();
        return !(await isAnswered(strange));
      });
      // A new second has begun, and the server now knows the admitted workers.
      await until(() => isAnswered(strange));
      flood();
      const known = greetingText({ key: publicKey, fresh: freshKeyPair().publicKey });
      const answer = await stranger.request('photofinch.hello', known, { timeout: 60_000 });
      expect(answer.string()).to.include('"session"');
      await stranger.close();
    });
  });
});
