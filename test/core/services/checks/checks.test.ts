import { expect } from 'chai';
import type { HealthCheck, HealthCheckResult } from '../../../../core/plugin-api/index.ts';
import { Checks, type ChecksReport } from '../../../../core/services/checks/checks.ts';

const check = (id: string, run: HealthCheck['run']): HealthCheck => ({ id, run });
const answering = (id: string, ok: boolean, detail: string): HealthCheck =>
  check(id, () => Promise.resolve({ ok, detail }));

describe('the checks', () => {
  const errors: unknown[] = [];
  const run = (own: HealthCheck[], ofPlugins: HealthCheck[] = []): Promise<ChecksReport> =>
    new Checks({
      own,
      ofPlugins: () => ofPlugins,
      onError: (_id, error) => errors.push(error),
      limit: 50,
    }).run();

  it('are returned in order, those of plugins last', async () => {
    const { ok, checks } = await run(
      [answering('a', true, 'A.'), answering('b', true, 'B.')],
      [answering('c', true, 'C.')],
    );
    expect(ok).to.equal(true);
    expect(checks.map(({ id, detail }) => `${id} ${detail}`)).to.deep.equal(['a A.', 'b B.', 'c C.']);
    expect(checks.every(({ ms }) => Number.isInteger(ms) && ms >= 0)).to.equal(true);
  });

  it('are not ok if one of them is not', async () => {
    expect((await run([answering('a', true, 'A.'), answering('b', false, 'B.')])).ok).to.equal(false);
  });

  it('report a check that throws as not ok, with its error only in the log', async () => {
    const secret = new Error('SELECT * FROM /home/me');
    const { checks } = await run([
      check('a', () => Promise.reject(secret)),
      check('b', () => {
        throw secret;
      }),
    ]);
    for (const { ok, detail } of checks) {
      expect(ok).to.equal(false);
      expect(detail).to.equal('This check failed in an unexpected way: see the log.');
    }
    expect(errors).to.deep.equal([secret, secret]);
  });

  it('do not wait for a check that hangs and ignores its signal', async () => {
    const { ok, checks } = await run([check('a', () => new Promise(() => undefined)), answering('b', true, 'B.')]);
    expect(ok).to.equal(false);
    expect(checks.map(({ detail }) => detail)).to.deep.equal([
      'This check has not ended within 0.05 seconds: try again, and see the log if that is no better.',
      'B.',
    ]);
  });

  it('run in parallel', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    let begun = 0;
    let goOn = (): void => undefined;
    const allBegun = new Promise<void>((resolve) => (goOn = resolve));
    const waitsForAll = (id: string): HealthCheck =>
      check(id, async () => {
        if ((begun += 1) === ids.length) goOn();
        await allBegun;
        return { ok: true, detail: '' };
      });
    expect((await run(ids.map(waitsForAll))).ok).to.equal(true);
  });

  it('reject an invalid result', async () => {
    const { checks } = await run([], [check('odd', () => Promise.resolve('fine' as unknown as HealthCheckResult))]);
    expect(checks[0]).to.include({ ok: false });
  });

  for (const [ours, theirs, ok, detail] of [
    [true, true, true, 'Ours. Theirs.'],
    [true, false, false, 'Theirs.'],
    [false, true, false, 'Ours.'],
    [false, false, false, 'Ours. Theirs.'],
  ] as const) {
    it(`with the same id are merged: ours ${String(ours)}, a plugin's ${String(theirs)}`, async () => {
      const { checks } = await run([answering('bridge', ours, 'Ours.')], [answering('bridge', theirs, 'Theirs.')]);
      expect(checks).to.have.length(1);
      expect(checks[0]).to.include({ id: 'bridge', ok, detail });
    });
  }

  it('state a common detail once', async () => {
    const { checks } = await run([answering('bridge', false, 'Away.')], [answering('bridge', false, 'Away.')]);
    expect(checks[0]!.detail).to.equal('Away.');
  });

  it('run once for simultaneous requests', async () => {
    let runs = 0;
    const counting = check('a', () => {
      runs += 1;
      return Promise.resolve({ ok: true, detail: '' });
    });
    const checks = new Checks({ own: [counting], ofPlugins: () => [], onError: () => undefined });
    await Promise.all([checks.run(), checks.run()]);
    expect(runs).to.equal(1);
    await checks.run();
    expect(runs).to.equal(2);
  });
});
