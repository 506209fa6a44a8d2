import { expect } from 'chai';
import { answerBody } from '../../../plugins/ml-nats/wire/answer.ts';
import { WrongShape } from '../../../plugins/ml-nats/wire/checks.ts';
import { readAnswer, WorkerFailure, type ExpectedAnswer } from '../../../plugins/ml-nats/wire/read-answer.ts';
import { failureBody } from '../../../plugins/ml-nats/wire/answer.ts';
import type { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { until } from '../../support/until.ts';
import { background, picture, withWorkerRig, type ServerSide, type WorkerRig } from './worker-rig.ts';

const needs = ['imageText recorded@1'];
const job: ExpectedAnswer['job'] = { task: 'embedImages', needs, images: [picture(1), picture(2)] };
const unit = (at: number): Float32Array => Float32Array.from({ length: 8 }, (_, index) => Number(index === at));

/** A body with this JSON as its head. */
function bodyOfText(json: string): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return [length, Buffer.from(json)];
}

describe('a worker with invalid answers', () => {
  it('has every answer rejected that does not fit the request', () => {
    const read = (vectors: Float32Array[], of = needs) =>
      readAnswer(Buffer.concat(answerBody('embedImages', of, vectors)), { job, dimensions: 8 });
    expect(read([unit(0), unit(1)])).to.deep.equal([unit(0), unit(1)]);
    expect(() => read([unit(0), unit(1)], ['imageText recorded@2'])).to.throw(WrongShape, 'of other models');
    expect(() => read([unit(0)])).to.throw(WrongShape, '1 vectors in place of 2');
    expect(() => read([unit(0), unit(1).subarray(1)])).to.throw(WrongShape);
    expect(() => read([unit(0), unit(1).fill(Number.NaN)])).to.throw(WrongShape, 'no numbers');
    expect(() => read([unit(0), unit(1).fill(Infinity)])).to.throw(WrongShape, 'no numbers');
    expect(() => read([unit(0), unit(1).fill(0)])).to.throw(WrongShape, 'not 1');
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(64, 255), Buffer.from('\u0002\0\0\0[]')]) {
      expect(() => readAnswer(bytes, { job, dimensions: 8 })).to.throw(WrongShape);
    }
    const headed = (json: string): Buffer => Buffer.concat(bodyOfText(json));
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const odd = '{"toString":1,"valueOf":1}';
    for (const json of [`{"needs":${deep}}`, `{"needs":${JSON.stringify(needs)},"vectors":[${odd},8]}`]) {
      expect(() => readAnswer(headed(json), { job, dimensions: 8 })).to.throw(WrongShape);
    }
    const failure = Buffer.concat(failureBody(needs, 'It is\ntoo \u001b[31m odd.'));
    expect(() => readAnswer(failure, { job, dimensions: 8 })).to.throw(WorkerFailure, 'It is too [31m odd.');
  });

  describe('over a real NATS server', function () {
    let rig: WorkerRig;

    withWorkerRig((started) => {
      rig = started;
    });

    /**
     * A server that has admitted a worker. It waits for workers from its start, and after a while fails a job that no
     * worker does: tests start all their workers first.
     */
    const beginWith = async (worker: MlWorkerProcess): Promise<ServerSide> => {
      const server = await rig.server();
      await server.admit(worker);
      return server;
    };

    for (const [lie, problem] of [
      ['short', 'numbers'],
      ['none', 'values that are no numbers'],
      ['long', 'the length'],
    ] as const) {
      it(`has its vectors rejected (${lie}), and another worker does the job`, async () => {
        const [liar, honest] = [await rig.worker({ RECORD_LIE: lie }), await rig.worker()];
        const server = await beginWith(liar);
        const seen = server.see(picture(1));
        await until(async () => (await server.worker(liar))?.last_error?.message.includes(problem) === true);
        await server.admit(honest);
        expect(await seen).to.have.length(8);
        expect(await server.worker(honest)).to.deep.include({ answered: 1 });
        expect(await server.worker(liar)).to.deep.include({ answered: 0 });
      });
    }

    for (const [lie, problem] of [
      ['crowd', 'more than 1000'],
      ['outside', 'out of the picture'],
    ] as const) {
      it(`has its faces rejected (${lie})`, async () => {
        const [liar, honest] = [await rig.worker({ RECORD_LIE: lie }), await rig.worker()];
        const server = await beginWith(liar);
        const found = server.ml.detectFaces(picture(1, { red: true }), background());
        await until(async () => (await server.worker(liar))?.last_error?.message.includes(problem) === true);
        await server.admit(honest);
        expect(await found).to.have.length(1);
      });
    }

    it('is told why the server rejects the description of its models', async () => {
      await rig.server();
      const worker = await rig.worker({ RECORD_LIE: 'name' });
      await until(() => worker.output.includes('The server refuses'));
      expect(worker.output).to.include(
        'The server refuses what this worker says: the name of faceDetector has @ or +.',
      );
      expect(worker.output).not.to.include('No server listens');
    });

    it('fails the photo with the reason if its answer is too large', async () => {
      const server = await rig.server();
      await rig.admitted(server, { RECORD_LIE: 'endless' });
      const error: unknown = await server.ml.readText!(picture(1), background()).catch((reason: unknown) => reason);
      expect(String(error)).to.match(/answer has \d+ bytes, more than/);
    });

    it('is set aside and told so after three of them, and gets another chance if an admin admits it again', async () => {
      const server = await rig.server();
      const liar = await rig.admitted(server, { RECORD_LIE: 'long' });
      const leaving = new AbortController();
      const all = [1, 2, 3, 4].map((number) => server.see(picture(number), background(leaving.signal)).catch(String));
      await until(async () => (await server.worker(liar))?.standing === 'set aside');
      expect((await server.worker(liar))?.set_aside).to.match(
        /^It answered wrongly 3 times: a vector has the length 3/,
      );
      expect(server.host.audited.map(({ action }) => action)).to.include('worker.set_aside');
      await until(() => liar.output.includes('has set this worker aside'));
      const check = await server.host.check('workers');
      expect(check.ok).to.equal(false);
      expect(check.detail).to.include('set aside: worker 1');
      const begun = rig.recorded('begin').length;
      expect(begun).to.equal(3);
      leaving.abort(new Error('enough'));
      await Promise.all(all);

      await server.call('POST', liar);
      expect(await server.worker(liar)).to.deep.include({ standing: 'admitted', set_aside: null });
      const done = new AbortController();
      const again = server.see(picture(9), background(done.signal)).catch(String);
      await until(() => rig.recorded('begin').length > begun);
      done.abort(new Error('enough'));
      await again;
    });

    it('loses a job to another worker if it does not answer for ten leases', async () => {
      const server = await rig.server({ environment: { ML_NATS_LEASE: '2' } });
      const slow = await rig.admitted(server, { RECORD_SLEEP: '3600000' });
      const seen = server.see(picture(1));
      await until(() => rig.recorded('begin').length === 1);
      const quick = await rig.admitted(server);
      expect(await seen).to.have.length(8);
      // If the machine stalls for a lease, the worker seems to have gone away; the tests of the job book tell these
      // apart.
      expect((await server.worker(slow))?.last_error?.message).to.match(
        /^It (had a job in hand for \d+ s|went away in the middle of a job)/,
      );
      expect(await server.worker(quick)).to.deep.include({ answered: 1 });
    });
  });
});
