import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { whileAllowed } from '../../../core/services/while-allowed.ts';
import { until } from '../../support/until.ts';

describe('work that requires a permission', () => {
  const reason = (): Error => new Error('The share has ended.');

  let isOpen: boolean;
  let asked: number;
  beforeEach(() => {
    isOpen = true;
    asked = 0;
  });
  const isAllowed = (): boolean => {
    asked++;
    return isOpen;
  };
  const asksNoMore = async (): Promise<void> => {
    const soFar = asked;
    await sleep(20);
    expect(asked).to.equal(soFar);
  };

  it('continues while it is allowed, and is aborted afterwards', async () => {
    const { signal, end } = whileAllowed(new AbortController().signal, { isAllowed, reason, pause: 1 });
    await until(() => asked > 2);
    expect(signal.aborted).to.equal(false);
    isOpen = false;
    await until(() => signal.aborted);
    expect(signal.reason).to.have.property('message', 'The share has ended.');
    end();
  });

  it('is aborted if its permission can no longer be read', async () => {
    const { signal } = whileAllowed(new AbortController().signal, {
      isAllowed: () => {
        throw new Error('The database is closed.');
      },
      reason,
      pause: 1,
    });
    await until(() => signal.aborted);
    expect(signal.reason).to.have.property('message', 'The share has ended.');
  });

  it('stops checking its permission once its client has disconnected', async () => {
    const client = new AbortController();
    const { signal } = whileAllowed(client.signal, { isAllowed, reason, pause: 1 });
    await until(() => asked > 0);
    client.abort();
    await asksNoMore();
    expect(signal.aborted).to.equal(true);
  });

  it('stops checking its permission once it is complete', async () => {
    const { signal, end } = whileAllowed(new AbortController().signal, { isAllowed, reason, pause: 1 });
    await until(() => asked > 0);
    end();
    await asksNoMore();
    expect(signal.aborted).to.equal(false);
  });
});
