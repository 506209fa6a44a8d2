import { connect, type NatsConnection } from '@nats-io/transport-node';
import { expect } from 'chai';
import { Names } from '../../../plugins/ml-nats/nats/names.ts';
import { WrongShape } from '../../../plugins/ml-nats/wire/checks.ts';
import { freshKeyPair, keysReady, sessionKeysOfServer } from '../../../plugins/ml-nats/wire/keys.ts';
import { seal, unseal } from '../../../plugins/ml-nats/wire/sealing.ts';
import { countBytes, readGreeting, readQuestion, welcomeText } from '../../../plugins/ml-nats/wire/talk.ts';
import { pieceHead, refusalBytes } from '../../../plugins/ml-nats/wire/transfer.ts';
import { fetchJob } from '../../../plugins/ml-nats/worker/fetch-job.ts';
import { ServerSession } from '../../../plugins/ml-nats/worker/server-session.ts';
import { until } from '../../support/until.ts';
import { withWorkerRig, type WorkerRig } from './worker-rig.ts';

describe('a job that a worker fetches', function () {
  const names = new Names('photofinch');
  let rig: WorkerRig;
  let connection: NatsConnection;

  withWorkerRig((started) => {
    rig = started;
  });
  beforeEach(async () => {
    await keysReady();
    connection = await connect({ servers: rig.nats.address.replace('nats://', '') });
  });
  afterEach(() => connection.close());

  /** A session with a server that answers each request for a piece when told to. */
  async function open() {
    const [own, ownFresh] = [freshKeyPair(), freshKeyPair()];
    const id = 'session';
    /** The requested pieces in order, each with the function that answers the request. */
    const asked = new Map<string, (reply: Buffer) => void>();
    connection.subscribe(names.hello, {
      callback: (_error, hello) => {
        const { key: other, fresh: otherFresh } = readGreeting(hello.string());
        const keys = sessionKeysOfServer({ session: id, own, ownFresh, other, otherFresh });
        connection.subscribe(names.ask(id), {
          callback: (_problem, message) => {
            const count = String(Buffer.from(message.data).readBigUInt64LE());
            const text = unseal(keys.toServer, ['ask', id, count], message.data.subarray(countBytes));
            const question = readQuestion(text.toString());
            const answer = (reply: Buffer): void => {
              message.respond(seal(keys.toWorker, ['reply', id, count], [reply]));
            };
            if (question.kind === 'work') asked.set(`${question.job} ${question.piece}`, answer);
            else answer(Buffer.alloc(0));
          },
        });
        hello.respond(welcomeText({ session: id, key: own.publicKey, fresh: ownFresh.publicKey }));
      },
    });
    const session = await ServerSession.open(connection, names, { own: freshKeyPair(), server: undefined });
    const answer = async (question: string, reply: Buffer): Promise<void> => {
      await until(() => asked.has(question));
      asked.get(question)!(reply);
    };
    return { session, asked, answer };
  }

  it('is not requested further after a broken piece, even if other jobs are waiting', async () => {
    const { session, asked, answer } = await open();
    const measures = { length: 9 * 1024, each: 1024 };
    const piece = (number: number) => Buffer.concat([pieceHead(number, measures), Buffer.alloc(1024)]);
    const fetch = (job: string) => fetchJob(session, { job, lane: 'lane' }).catch((error: unknown) => error);
    const fetched = fetch('first');
    await answer('first 0', piece(0));
    await until(() => asked.has('first 2'));
    const others = [fetch('second'), fetch('third')];
    await answer('first 1', piece(1));
    await until(() => asked.has('second 0'));
    await answer('first 2', Buffer.from('broken'));
    expect(await fetched).to.be.instanceOf(WrongShape);
    await session.ask({ kind: 'return', job: 'first' });
    for (const other of ['second', 'third']) await answer(`${other} 0`, refusalBytes('gone'));
    expect(await Promise.all(others)).to.deep.equal(['gone', 'gone']);
    // All earlier requests have arrived by then.
    await session.ask({ kind: 'leave' });
    expect([...asked.keys()]).to.deep.equal(['first 0', 'first 1', 'first 2', 'second 0', 'third 0']);
  });
});
