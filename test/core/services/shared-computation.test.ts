import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { SharedComputation } from '../../../core/services/shared-computation.ts';

describe('a computation that several callers share', () => {
  const begin = () => {
    let tell!: (answer: string) => void;
    let told: AbortSignal | undefined;
    const joint = new SharedComputation<string>((signal) => {
      told = signal;
      return new Promise((resolve, reject) => {
        tell = resolve;
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    });
    return { joint, tell, isOver: () => told!.aborted };
  };
  const reasonOf = (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => 'answered',
      (error: unknown) => (error as Error).message,
    );

  it('continues for the other callers when one aborts', async () => {
    const { joint, tell, isOver } = begin();
    const [one, other] = [new AbortController(), new AbortController()];
    const left = reasonOf(joint.for(one.signal));
    const stays = joint.for(other.signal);
    one.abort(new Error('gone'));
    expect(await left).to.equal('gone');
    expect([isOver(), joint.isGivenUp]).to.deep.equal([false, false]);
    tell('here');
    expect(await stays).to.equal('here');
  });

  it('is aborted when the last caller aborts', async () => {
    const { joint, isOver } = begin();
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [reasonOf(joint.for(one.signal)), reasonOf(joint.for(other.signal))];
    other.abort(new Error('gone'));
    one.abort(new Error('gone too'));
    expect(await Promise.all(waiting)).to.deep.equal(['gone too', 'gone']);
    expect([isOver(), joint.isGivenUp]).to.deep.equal([true, true]);
  });

  it('keeps its result for later callers', async () => {
    const { joint, tell } = begin();
    tell('here');
    await setImmediate();
    const caller = new AbortController();
    expect(await joint.for(caller.signal)).to.equal('here');
    caller.abort();
    expect(joint.isGivenUp).to.equal(false);
    expect(await joint.for(new AbortController().signal)).to.equal('here');
  });

  it('reports a failure to all callers, and must be computed again for later ones', async () => {
    let computed = 0;
    const joint = new SharedComputation(() => {
      computed += 1;
      return Promise.reject(new Error('broken'));
    });
    const [one, other] = [new AbortController(), new AbortController()];
    const outcomes = [one, other].map(({ signal }) => reasonOf(joint.for(signal)));
    expect(joint.isGivenUp).to.equal(false);
    expect(await Promise.all(outcomes)).to.deep.equal(['broken', 'broken']);
    expect([computed, joint.isGivenUp]).to.deep.equal([1, true]);
  });
});
