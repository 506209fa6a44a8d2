import { expect } from 'chai';
import type { IndexerState } from '../../core/http/wire.ts';
import { SyncNotice } from '../../web/state/server/sync-notice.ts';
import { settled } from './library.ts';

const loss = { reason: 'mass_disappearance', missing: 30, total: 40, since: 1 } as const;
const held: IndexerState = {
  state: 'held',
  last_sync_at: 1,
  rate: 0,
  eta: null,
  trouble: null,
  models_away: null,
  mass_loss: loss,
};
const well: IndexerState = { ...held, state: 'waiting', mass_loss: null };

describe('the notice that the sync is held', () => {
  /** A notice, and a server that records its requests. */
  function setUp() {
    const server = { state: held, asked: [] as string[], now: 0, refusal: null as string | null };
    const act = (what: string): Promise<IndexerState> => {
      server.asked.push(what);
      return server.refusal === null ? Promise.resolve(server.state) : Promise.reject(new Error(server.refusal));
    };
    const notice = new SyncNotice({
      state: () => {
        server.asked.push('state');
        return Promise.resolve(server.state);
      },
      sync: () => act('sync'),
      acceptLoss: ({ missing, reason }) => act(`accept ${missing} ${reason}`),
      pause: () => Promise.resolve(),
      now: () => server.now,
    });
    return { server, notice };
  }

  it('reads the state at most every ten seconds', async () => {
    const { server, notice } = setUp();
    await notice.refresh();
    await notice.refresh();
    server.now = 10_000;
    await notice.refresh();
    expect(server.asked).to.deep.equal(['state', 'state']);
    expect(notice.state.value).to.equal(held);
  });

  it('confirms the loss that it shows, and reads the resulting state', async () => {
    const { server, notice } = setUp();
    await notice.refresh();
    server.state = well;
    await notice.accept(loss);
    expect(server.asked).to.deep.equal(['state', 'accept 30 mass_disappearance', 'state']);
    expect(notice.state.value?.mass_loss).to.equal(null);
    expect(notice.busy.value).to.equal(false);
  });

  it('shows why the confirmation was rejected until the next attempt', async () => {
    const { server, notice } = setUp();
    server.refusal = 'Something else is waiting.';
    await notice.accept(loss);
    expect(notice.refusal.value).to.equal('Something else is waiting.');
    server.refusal = null;
    await notice.lookAgain();
    expect(notice.refusal.value).to.equal(null);
  });

  it('shows why the confirmation was rejected only as long as there is a loss to confirm', async () => {
    const { server, notice } = setUp();
    await notice.refresh();
    server.refusal = 'Something else is waiting.';
    server.state = { ...held, mass_loss: { ...loss, missing: 35 } };
    await notice.accept(loss);
    expect(notice.refusal.value).to.equal('Something else is waiting.');
    server.now += 10_000;
    await notice.refresh();
    expect(notice.refusal.value).to.equal('Something else is waiting.');
    server.state = { ...well, state: 'paused', trouble: { message: 'The bridge is away.', told: [], retry_at: 5 } };
    server.now += 10_000;
    await notice.refresh();
    expect(notice.refusal.value).to.equal(null);
  });

  it('shows the state after an action, even if an earlier request is answered later', async () => {
    const answers: ((state: IndexerState) => void)[] = [];
    const notice = new SyncNotice({
      state: () => new Promise((resolve) => answers.push(resolve)),
      sync: () => Promise.resolve(well),
      acceptLoss: () => Promise.resolve(well),
      pause: () => Promise.resolve(),
      now: () => 0,
    });
    const early = notice.refresh();
    const accepted = notice.accept(loss);
    await settled();
    answers[1]!(well);
    await accepted;
    answers[0]!(held);
    await early;
    expect(notice.state.value).to.equal(well);
  });

  it('sends one action at a time', async () => {
    const { server, notice } = setUp();
    await Promise.all([notice.accept(loss), notice.accept(loss), notice.lookAgain()]);
    expect(server.asked.filter((what) => what !== 'state')).to.have.length(1);
  });
});
